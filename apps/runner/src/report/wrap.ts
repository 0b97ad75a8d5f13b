export const terminalWidth = 100

/** Breaks a line between words; continuation lines are indented. */
export function wrap(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > terminalWidth) {
      lines.push(line)
      line = `    ${word}`
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}
