import type { Colors } from '../report/colors.ts'
import { list, paragraphs, plain, table } from '../report/markdown.ts'
import { plainTable } from '../report/plain-table.ts'
import { wrap } from '../report/wrap.ts'

/** A part of the study's report, drawn alike on the terminal and in Markdown. */
export interface Section {
  readonly title: string
  readonly intro: string
  readonly tables: readonly SectionTable[]
  readonly lines: readonly string[]
}

export interface SectionTable {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Columns of text on the left; the others are numbers. */
  readonly texts?: number
}

export const markdownSection = ({ title, intro, tables, lines }: Section): string =>
  paragraphs([
    `### ${title}`,
    plain(intro),
    ...tables.flatMap(({ caption, head, rows, texts = 1 }) => [
      caption && `${plain(caption)}:`,
      table(
        head,
        rows.map((row) => row.map(plain)),
        { numbers: texts },
      ),
    ]),
    lines.length > 0 && list(lines.map(plain)),
  ])

export const terminalSection = ({ title, intro, tables, lines }: Section, colors: Colors): string =>
  [
    colors.bold(title),
    wrap(intro),
    ...tables.map(({ caption, head, rows }) =>
      [...(caption ? [`${caption}:`] : []), plainTable(head, rows, colors)].join('\n'),
    ),
    lines.map((line) => wrap(`- ${line}`)).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
