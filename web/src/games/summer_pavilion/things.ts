/** The things a move touches, named as refusals.py names them where it does. Pure. */
import type { Offer } from "../../gen/wire.ts";

export function things({ fields }: Offer): readonly string[] {
  const { kind, color, star, position } = fields;
  switch (kind) {
    case "take": {
      const source = fields.source === "center" ? "center" : `factory ${fields.factory}`;
      return [source, `${source} ${color}`];
    }
    case "place":
      return [`${star} ${position}`, `tile ${color}`];
    case "pick":
      return ["supply", `pick ${color}`];
    case "keep":
      return [`tile ${color}`];
    default:
      return [kind];
  }
}
