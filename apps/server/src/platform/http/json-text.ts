import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** JSON text to send; it is compressed once, however often it is sent. */
export class JsonText {
  readonly text: string
  #packed: Promise<Buffer> | undefined

  constructor(text: string) {
    this.text = text
  }

  packed(): Promise<Buffer> {
    return (this.#packed ??= compress(this.text, { level: 4 }))
  }
}
