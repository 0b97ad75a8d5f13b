import type { Readable } from 'node:stream'

import { maxOutputCharacters } from '../configuration.ts'

/** Collects what a process prints, the last part of it only: an endless printer must not fill the runner's memory. */
export class Output {
  #text = ''
  #cut = false

  collect(stream: Readable): undefined {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      const text = this.#text + chunk
      this.#cut ||= text.length > maxOutputCharacters
      this.#text = text.slice(-maxOutputCharacters)
    })
  }

  /** What was printed since the last call; undefined where nothing. */
  take(): string | undefined {
    const text = this.#text.trimEnd()
    const shown = this.#cut ? `… ${text}` : text
    this.#text = ''
    this.#cut = false
    return text === '' ? undefined : shown
  }
}
