/** A QR code as one SVG path; one unit is one module, with the quiet margin that readers need. */
import { correction, generate } from "lean-qr";

export const QUIET = 4;

export function qrPath(text: string): { path: string; size: number } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  let path = "";
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      let end = x;
      while (end < code.size && code.get(end, y)) end++;
      path += `M${x + QUIET} ${y + QUIET}h${end - x}v1h${x - end}z`;
      x = end;
    }
  return { path, size: code.size + 2 * QUIET };
}
