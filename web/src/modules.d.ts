declare module "virtual:tokens.css";
declare module "*?rules" {
  const html: string;
  export default html;
}
