/** In a list of offsets: there is no such object. */
export const MISSING = 0xff_ff_ff_ff

/** Memory that the native side copies stored objects into, each 8-aligned, with the views the codecs read through. */
export class ReadArena {
  readonly buffer: ArrayBuffer
  readonly bytes: Buffer
  readonly view: DataView

  constructor(buffer: ArrayBuffer) {
    this.buffer = buffer
    this.bytes = Buffer.from(buffer)
    this.view = new DataView(buffer)
  }
}
