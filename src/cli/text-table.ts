/** Columns aligned with blanks: the first to the left, the others to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    }
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A score from 0 to 1 times 100, two decimals; "-" where there is none. */
export function percent(value: number): string {
  return Number.isNaN(value) ? '-' : (value * 100).toFixed(2)
}
