import sharp, { type Sharp } from 'sharp'

const [SCENE_WIDTH, SCENE_HEIGHT] = [2_600, 2_000]
const [PHOTO_WIDTH, PHOTO_HEIGHT] = [2_400, 1_800]
const [CUT_OUT_WIDTH, CUT_OUT_HEIGHT] = [760, 560]
const SCENES = 4
const SHAPES = 60
/** Largest deviation of a pixel's brightness: that of a camera in daylight. */
const GRAIN = 32

/**
 * Pictures of about 1 MiB as shops have them, the same in every run and no two alike: out of 20, 16
 * are photographs of 2400 × 1800 pixels in baseline JPEG, one such in progressive JPEG and one in
 * WebP, and two are smaller pictures in PNG.
 */
export async function photoFiles(count: number): Promise<Buffer[]> {
  const scenes: Sharp[] = []
  for (let seed = 1; seed <= SCENES; seed++) scenes.push(await scene(seed))
  const files: Buffer[] = []
  for (let index = 0; index < count; index++) files.push(await photo(scenes[index % SCENES] as Sharp, index))
  return files
}

/** A part of the scene, from another place for each of 200 photographs. */
function photo(from: Sharp, index: number): Promise<Buffer> {
  const corner = { left: (index * 7) % 200, top: (index * 13) % 200 }
  if (index % 10 === 7)
    return from
      .clone()
      .extract({ ...corner, width: CUT_OUT_WIDTH, height: CUT_OUT_HEIGHT })
      .png()
      .toBuffer()
  const image = from.clone().extract({ ...corner, width: PHOTO_WIDTH, height: PHOTO_HEIGHT })
  if (index % 20 === 13) return image.webp({ quality: 78, effort: 0 }).toBuffer()
  return image.jpeg({ quality: 78, progressive: index % 10 === 3 }).toBuffer()
}

/** Colours that run into each other, things with edges in front of them, and grain over all. */
async function scene(seed: number): Promise<Sharp> {
  const next = numbers(seed)
  const coarse = Uint8Array.from({ length: 13 * 10 * 3 }, () => 60 + next() * 140)
  const pixels = await sharp(coarse, { raw: { width: 13, height: 10, channels: 3 } })
    .resize(SCENE_WIDTH, SCENE_HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  for (let shape = 0; shape < SHAPES; shape++) addShape(pixels, next)
  const grain = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 3) lighten(pixels, at, grain.fill((next() + next() - 1) * GRAIN))
  return sharp(pixels, { raw: { width: SCENE_WIDTH, height: SCENE_HEIGHT, channels: 3 } })
}

/** An ellipse somewhere in the scene, of another shade than what is behind it. */
function addShape(pixels: Buffer, next: () => number): void {
  const [x, y] = [next() * SCENE_WIDTH, next() * SCENE_HEIGHT]
  const [halfWidth, halfHeight] = [30 + next() * 300, 30 + next() * 300]
  const shade = [next() * 80 - 40, next() * 80 - 40, next() * 80 - 40]
  const [top, bottom] = [Math.max(0, Math.ceil(y - halfHeight)), Math.min(SCENE_HEIGHT - 1, y + halfHeight)]
  for (let row = top; row <= bottom; row++) {
    const reach = halfWidth * Math.sqrt(Math.max(0, 1 - ((row - y) / halfHeight) ** 2))
    const [left, right] = [Math.max(0, Math.ceil(x - reach)), Math.min(SCENE_WIDTH - 1, x + reach)]
    for (let column = left; column <= right; column++) lighten(pixels, (row * SCENE_WIDTH + column) * 3, shade)
  }
}

function lighten(pixels: Buffer, at: number, by: readonly number[]): void {
  for (let channel = 0; channel < 3; channel++) {
    pixels[at + channel] = Math.min(255, Math.max(0, (pixels[at + channel] as number) + (by[channel] as number)))
  }
}

/** Numbers from 0 to 1 that look random and are the same for the same seed (xorshift). */
function numbers(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
