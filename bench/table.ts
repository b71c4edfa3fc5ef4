/** Prints the rows of a benchmark under a heading, numbers with three significant digits. */
export function printTable(heading: string, rows: Array<Record<string, string | number>>): void {
	console.log(`\n${heading}`);
	console.table(
		rows.map((row) =>
			Object.fromEntries(
				Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? round(value) : value]),
			),
		),
	);
}

const round = (value: number): number => Number(value.toPrecision(3));
