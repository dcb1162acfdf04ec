/** The part of `node:stream/web` that csv-parse uses: browsers have it as globals. */
export const { TransformStream, CountQueuingStrategy } = globalThis
