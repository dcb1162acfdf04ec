import { Readable } from 'node:stream'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import type { JsonItem } from './read-ndjson.ts'
import { UnreadableFile } from './unreadable-file.ts'

/**
 * The items of a file that is one JSON list, of any length. `line` is the item's number, from 1.
 * Raises `UnreadableFile` for what is no JSON list from some item on.
 */
export async function* readJsonList(text: AsyncIterable<string>): AsyncGenerator<JsonItem> {
  const items = Readable.from(text).compose(streamArray.withParserAsStream()) as AsyncIterable<{ key: number; value: unknown }>
  let last = 0
  try {
    for await (const { key, value } of items) {
      last = key + 1
      yield { line: last, value, reason: null }
    }
  } catch (error) {
    throw new UnreadableFile(last + 1, `The file is no JSON list near item ${last + 1}: ${(error as Error).message}`)
  }
}
