import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier, // how code is laid out is prettier's alone
  { languageOptions: { globals: globals.browser } },
  {
    files: ["plugins/**", "site/**", "tests/**", "*.ts", "*.js"],
    languageOptions: { globals: globals.node },
  },
  { files: ["worker/sw.js"], languageOptions: { globals: globals.serviceworker } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // What is named `_` is there for its place alone: the first of two in an #each.
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_+$", varsIgnorePattern: "^_+$" },
      ],
      // No map or set here is state: each is made in one go, or keeps what was fetched.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
);
