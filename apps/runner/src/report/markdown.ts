/** A table of Markdown; `numbers` from this column on are aligned right. Cells may hold Markdown, but no line breaks. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { numbers = 1 }: { readonly numbers?: number } = {},
): string {
  const rule = head.map((_, index) => (index < numbers ? '---' : '---:'))
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Text from outside (messages, versions) as Markdown that shows just it. */
export const plain = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_|<>[\]~]/g, String.raw`\$&`)

export const superscript = (numbers: readonly number[]): string =>
  numbers.length === 0 ? '' : `<sup>${numbers.join(',')}</sup>`

export const list = (items: readonly string[]): string =>
  items.map((item) => `- ${item}`).join('\n')

/** Folded away until clicked. */
export const details = (summary: string, body: string): string =>
  `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`

/** Parts that are not empty, a blank line between them. */
export const paragraphs = (parts: readonly (string | null | false)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n')
