import sharp from 'sharp'

const EDGE = 640

/** How a kind of goods is drawn, in a square of 100 by the colour and a darker tone of it. */
const shapes = {
  cup: (c, d) =>
    `<path d="M26 36h40v26a14 14 0 0 1-14 14H40a14 14 0 0 1-14-14z" fill="${c}"/><path d="M66 42h6a9 9 0 0 1 0 18h-6" fill="none" stroke="${c}" stroke-width="5"/><ellipse cx="46" cy="36" rx="20" ry="5" fill="${d}"/>`,
  teapot: (c, d) =>
    `<path d="M24 56c0-16 12-24 26-24s26 8 26 24-12 20-26 20-26-4-26-20z" fill="${c}"/><path d="M75 50l12-10v6L76 60z" fill="${c}"/><path d="M25 46c-12-2-12 20 0 18" fill="none" stroke="${c}" stroke-width="4"/><path d="M36 35h28" stroke="${d}" stroke-width="3"/><circle cx="50" cy="28" r="4" fill="${d}"/>`,
  plate: (c, d) =>
    `<circle cx="50" cy="52" r="32" fill="${c}"/><circle cx="50" cy="52" r="22" fill="none" stroke="${d}" stroke-width="1.5"/>`,
  machine: (c, d) =>
    `<path d="M26 22h44v12H44v30h26v14H26z" fill="${c}"/><path d="M48 44h20v14a6 6 0 0 1-6 6h-8a6 6 0 0 1-6-6z" fill="${d}" opacity=".7"/><path d="M55 34h6v6h-6z" fill="${d}"/><circle cx="35" cy="28" r="2.5" fill="#e0a92e"/>`,
  pouch: (c, d) =>
    `<path d="M32 24h36l4 52H28z" fill="${c}"/><path d="M32 24h36v7H32z" fill="${d}"/><circle cx="50" cy="53" r="11" fill="#f4ecdf"/><path d="M46 59c0-6 8-6 8-12" fill="none" stroke="${d}" stroke-width="2.5"/>`,
  box: (c, d) =>
    `<path d="M22 42h56v34H22z" fill="${c}"/><path d="M19 32h62v12H19z" fill="${d}"/><path d="M46 32h8v44h-8z" fill="#f4ecdf"/><path d="M50 32c-16-14-20-2 0 0 20-2 16-14 0 0z" fill="none" stroke="#f4ecdf" stroke-width="3"/>`,
  board: (c, d) =>
    `<rect x="30" y="26" width="40" height="52" rx="7" fill="${c}"/><path d="M45 18h10v12H45z" fill="${c}"/><circle cx="50" cy="24" r="2.5" fill="#fbf8f2"/><path d="M38 38v32M50 42v28M61 36v34" stroke="${d}" stroke-width="1.2" opacity=".6"/>`,
  knife: (c, d) =>
    `<path d="M18 60L62 30c8-5 14 0 10 7L62 50z" fill="#c9ced4"/><path d="M62 50l10-13 14 14-8 8z" fill="${c}" transform="rotate(-8 72 48)"/><path d="M18 60l44-10" stroke="${d}" stroke-width="1.2"/>`,
  candle: (c, d) =>
    `<path d="M34 42h32v34a4 4 0 0 1-4 4H38a4 4 0 0 1-4-4z" fill="${c}"/><ellipse cx="50" cy="42" rx="16" ry="4" fill="${d}"/><path d="M50 41v-7" stroke="#3a3f45" stroke-width="2"/><path d="M50 18c7 8 5 16 0 16s-7-8 0-16z" fill="#e0a92e"/><path d="M38 54h24v14H38z" fill="#f4ecdf"/>`,
  cushion: (c, d) =>
    `<path d="M24 28c17 5 35 5 52 0-5 16-5 32 0 48-17-5-35-5-52 0 5-16 5-32 0-48z" fill="${c}"/><path d="M34 38l32 28M66 38L34 66" stroke="${d}" stroke-width="1.5" opacity=".6"/>`,
  blanket: (c, d) =>
    `<path d="M22 40h56v32H22z" fill="${c}"/><path d="M22 50h56M22 61h56" stroke="${d}" stroke-width="2"/><path d="M22 40c0-10 8-12 14-12h30c6 0 12 2 12 12" fill="${d}"/><path d="M25 72v6M34 72v6M43 72v6M52 72v6M61 72v6M70 72v6" stroke="${c}" stroke-width="2.5"/>`,
  lamp: (c, d) =>
    `<path d="M36 78h28" stroke="#3a3f45" stroke-width="5" stroke-linecap="round"/><path d="M50 78L38 52l18-16" fill="none" stroke="#3a3f45" stroke-width="3.5"/><path d="M50 26l22 12-14 14-16-12z" fill="${c}"/><path d="M58 52l14-14" stroke="${d}" stroke-width="3"/>`,
  chair: (c, d) =>
    `<path d="M36 20h28v30H36z" fill="none" stroke="${c}" stroke-width="5"/><path d="M36 32h28M36 41h28" stroke="${d}" stroke-width="3"/><path d="M32 52h36v7H32z" fill="${c}"/><path d="M36 59l-4 22M64 59l4 22" stroke="${d}" stroke-width="4.5"/>`,
  book: (c, d) =>
    `<rect x="30" y="22" width="42" height="56" rx="4" fill="${c}"/><path d="M30 26a4 4 0 0 1 4-4h4v56h-4a4 4 0 0 1-4-4z" fill="${d}"/><path d="M62 22v56" stroke="#f4ecdf" stroke-width="2"/>`,
  jacket: (c, d) =>
    `<path d="M38 24h24l20 14-7 16-8-5v29H33V49l-8 5-7-16z" fill="${c}"/><path d="M38 24c2 12 22 12 24 0z" fill="${d}"/><path d="M50 33v45" stroke="${d}" stroke-width="2"/><path d="M38 62h8M54 62h8" stroke="${d}" stroke-width="2"/>`,
  sweater: (c, d) =>
    `<path d="M38 25h24l20 14-7 16-8-5v28H33V50l-8 5-7-16z" fill="${c}"/><path d="M40 25a10 7 0 0 0 20 0z" fill="${d}"/><path d="M33 44l6 6 5-6 6 6 6-6 5 6 6-6M33 72h34" fill="none" stroke="${d}" stroke-width="2"/>`,
  socks: (c, d) =>
    `<path d="M30 22h15v34l-9 13a9 9 0 0 1-15-9l9-12z" fill="${c}"/><path d="M58 22h15v34l-9 13a9 9 0 0 1-15-9l9-12z" fill="${c}"/><path d="M30 30h15M58 30h15" stroke="${d}" stroke-width="5"/>`,
  beanie: (c, d) =>
    `<path d="M26 62c0-22 8-34 24-34s24 12 24 34z" fill="${c}"/><rect x="23" y="60" width="54" height="14" rx="5" fill="${d}"/><circle cx="50" cy="25" r="7" fill="${d}"/><path d="M38 40v20M50 34v26M62 40v20" stroke="${d}" stroke-width="1.5" opacity=".6"/>`,
  backpack: (c, d) =>
    `<rect x="30" y="26" width="40" height="54" rx="13" fill="${c}"/><path d="M42 26c0-10 16-10 16 0" fill="none" stroke="${d}" stroke-width="4"/><rect x="36" y="54" width="28" height="18" rx="5" fill="${d}"/><path d="M30 44h-5v22h5M70 44h5v22h-5" fill="${d}"/>`,
  bottle: (c, d) =>
    `<path d="M40 34h20c4 5 4 8 4 12v28a6 6 0 0 1-6 6H42a6 6 0 0 1-6-6V46c0-4 0-7 4-12z" fill="${c}"/><rect x="41" y="20" width="18" height="13" rx="3" fill="${d}"/><path d="M43 46v24" stroke="#fff" stroke-width="3" opacity=".35"/>`,
  torch: (c, d) =>
    `<path d="M20 50c10-22 50-22 60 0" fill="none" stroke="${d}" stroke-width="8"/><rect x="36" y="40" width="28" height="24" rx="8" fill="${c}"/><circle cx="50" cy="52" r="8" fill="#f6e3a1"/>`,
} satisfies Record<string, (colour: string, darker: string) => string>

export type Shape = keyof typeof shapes

/** A drawing of goods on a plain ground, as a PNG image of 640 pixels. */
export async function drawGoods(shape: Shape, colour: string): Promise<Blob> {
  const content = shapes[shape](colour, darker(colour))
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${EDGE}" height="${EDGE}" viewBox="0 0 100 100">` +
    `<rect width="100" height="100" fill="#f7f5f0"/><ellipse cx="50" cy="82" rx="30" ry="4" fill="#000" opacity=".07"/>${content}</svg>`
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer()
  return new Blob([new Uint8Array(png)], { type: 'image/png' })
}

/** A colour with three quarters of its light. */
function darker(colour: string): string {
  const part = (start: number) => Math.round(Number.parseInt(colour.slice(start, start + 2), 16) * 0.75)
  return `#${[1, 3, 5].map((start) => part(start).toString(16).padStart(2, '0')).join('')}`
}
