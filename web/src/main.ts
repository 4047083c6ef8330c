import "virtual:tokens.css";
import "./design/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { keepPage } from "./net/offline.ts";
import { language } from "./texts/texts.svelte.ts";

await language.begin();
mount(App, { target: document.getElementById("page")! });
if (import.meta.env.PROD) void keepPage();
