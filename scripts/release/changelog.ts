/** The entry of a version in a changelog. */
export interface Entry {
	/** In the form YYYY-MM-DD. */
	date: string;
	/** The lines under its heading, as Markdown. */
	text: string;
}

/** Returns the entry of a version; undefined if there is none with a date. */
export const entryOf = (changelog: string, version: string): Entry | undefined => {
	const [, ...entries] = `\n${changelog}`.split(/\n## (?=\[)/);
	for (const entry of entries) {
		const [heading = '', ...lines] = entry.split('\n');
		const date = /^\[(.+)\] - (\d{4}-\d\d-\d\d)$/.exec(heading);
		if (date?.[1] === version) return { date: date[2] ?? '', text: lines.join('\n').trim() };
	}
	return undefined;
};
