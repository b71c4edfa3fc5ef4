/** The characters that separate the columns of a table: spreadsheets use tabs when cells are copied. */
const DELIMITERS = ['\t', ';', ','];

/** Matches one cell, either quoted, with inner quotes doubled, or plain, and the delimiter or line end after it. */
const cellPattern = (delimiter: string): RegExp =>
	new RegExp(`(?:"((?:[^"]|"")*)"[^\\n${delimiter}]*|([^\\n${delimiter}]*))(${delimiter}|\\n|$)`, 'gy');

/** The cells of the first line and of each further line, which may have fewer or more. */
export interface ParsedTable {
	columns: string[];
	rows: string[][];
}

/**
 * Reads a table as text, such as a CSV file or cells that were copied from a spreadsheet. The delimiter is the one
 * that occurs most often in the first line; empty lines are skipped.
 */
export function parseDelimitedText(text: string): ParsedTable {
	const lines = text
		.replace(/^\ufeff/, '')
		.replace(/\r\n?/g, '\n')
		.trim();
	const [firstLine = ''] = lines.split('\n');
	const counted = DELIMITERS.map((delimiter) => ({
		delimiter,
		columnCount: firstLine.split(delimiter).length,
	}));
	const { delimiter } = counted.reduce((most, other) =>
		other.columnCount > most.columnCount ? other : most,
	);
	const table: string[][] = [];
	let row: string[] = [];
	for (const [, quoted, plain = '', end] of lines.matchAll(cellPattern(delimiter))) {
		row.push((quoted?.replaceAll('""', '"') ?? plain).trim());
		if (end === delimiter) continue;
		if (row.some((cell) => cell !== '')) table.push(row);
		row = [];
		if (end === '') break;
	}
	const [columns = [], ...rows] = table;
	return { columns, rows };
}
