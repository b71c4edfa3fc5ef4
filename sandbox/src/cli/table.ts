/** A column: its heading and what stands in it. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => string | number | boolean | null];

/** How much of a cell is shown. */
const WIDEST_CELL = 60;

/** Rows as aligned text; says so when there are none. */
export function table<Row>(rows: readonly Row[], columns: ReadonlyArray<Column<Row>>): string {
	if (rows.length === 0) return 'There are none.';
	const lines = [
		columns.map(([heading]) => heading),
		...rows.map((row) => columns.map(([, cell]) => shorten(cell(row)))),
	];
	const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
	return lines
		.map((line) =>
			line
				.map((cell, index) => cell.padEnd(widths[index] ?? 0))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

function shorten(value: string | number | boolean | null): string {
	const text = value === null ? '-' : String(value).replace(/\s+/g, ' ');
	return text.length > WIDEST_CELL ? `${text.slice(0, WIDEST_CELL - 1)}…` : text;
}
