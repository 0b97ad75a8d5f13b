import colors from 'picocolors'

import { durationText, timeLeftMs } from '../plan/prediction.ts'

interface Screen {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  write(text: string): unknown
}

/** Progress and warnings on standard error: one overwritten line on a terminal, a line per part elsewhere. */
export class Progress {
  readonly #screen: Screen
  readonly #now: () => number
  readonly #warned = new Set<string>()
  #startMs = 0
  #total = 0
  #done = 0
  #totalMs = 0
  #doneMs = 0
  #part = ''
  #status = ''

  constructor(screen: Screen = process.stderr, now: () => number = () => performance.now()) {
    this.#screen = screen
    this.#now = now
  }

  /** `total` operations are left, forecast to take `totalMs`. */
  start(total: number, totalMs: number): undefined {
    this.#startMs = this.#now()
    this.#total = total
    this.#totalMs = totalMs
    this.#status = ''
  }

  /** A line that stays. */
  line(text: string): undefined {
    this.#clear()
    this.#screen.write(`${text}\n`)
    this.#draw()
  }

  warn(text: string): undefined {
    this.line(`${colors.yellow('warning:')} ${text}`)
  }

  /** Warns of a topic the first time only. */
  warnOnce(topic: string, text: string): undefined {
    if (this.#warned.has(topic)) return
    this.#warned.add(topic)
    this.warn(text)
  }

  /** What is being done besides measuring; only a terminal shows it. */
  note(text: string): undefined {
    this.#status = text
    this.#draw()
  }

  /** The next part begins: a block of a test in a mode. */
  part(label: string): undefined {
    if (label === this.#part) return
    this.#part = label
    if (!this.#screen.isTTY) this.line(`${label}: ${this.#position()}`)
  }

  running(label: string): undefined {
    this.note(label)
  }

  /** One operation less; `predictedMs` was its share of the forecast. */
  advance(predictedMs: number): undefined {
    this.#done += 1
    this.#doneMs += predictedMs
  }

  end(): undefined {
    this.#clear()
    this.#status = ''
    this.#total = 0
  }

  #position(): string {
    const elapsedMs = this.#now() - this.#startMs
    const left = timeLeftMs({ totalMs: this.#totalMs, doneMs: this.#doneMs, elapsedMs })
    return `${this.#done} of ${this.#total} done, ${durationText(left)} left`
  }

  #clear(): undefined {
    if (this.#screen.isTTY) this.#screen.write('\r\u001B[2K')
  }

  #draw(): undefined {
    if (!this.#screen.isTTY || this.#status === '') return
    const position = this.#total > 0 ? `${this.#part}  ${this.#position()}  ` : ''
    const text = `${position}${this.#status}`.replaceAll(/\s*\n\s*/g, ' ')
    // One column less, or some terminals wrap; one without a size says 0.
    const shown = text.slice(0, (this.#screen.columns || 80) - 1)
    this.#screen.write(`\r\u001B[2K${colors.dim(shown)}`)
  }
}
