import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';

/** The path of the page that says how well replies are understood. */
export const repliesPage = 'docs/send-and-wait.md';

const START = '<!-- Made by npm run docs from the replies of the tests. -->';
const END = '<!-- To here. -->';

/** The measurement that the tests use. */
const MEASUREMENT = 'test/unit/nodes/VoiceAgent/sendAndWait/measureReplies.ts';

interface Score {
	tried: number;
	right: number;
	unclear: number;
	wrong: number;
	falseApprovals: number;
}

interface Measurement {
	FIRST_COUNT: Score;
	scoreLanguages: () => Array<[language: string, Score]>;
}

const sum = (scores: Score[]): Score =>
	scores.reduce((total, score) => ({
		tried: total.tried + score.tried,
		right: total.right + score.right,
		unclear: total.unclear + score.unclear,
		wrong: total.wrong + score.wrong,
		falseApprovals: total.falseApprovals + score.falseApprovals,
	}));

const count = (value: number): string => value.toLocaleString('en-US');

const fraction = ({ tried, right }: Score): string => `${right}/${tried}`;

/** The section as Markdown. */
function sectionOf({ FIRST_COUNT: first, scoreLanguages }: Measurement): string {
	const languages = scoreLanguages();
	const all = sum(languages.map(([, score]) => score));
	return [
		`**Of ${count(all.tried)} replies that we wrote to ten kinds of questions, the node reads ${all.wrong} wrong and approves ${all.falseApprovals} by mistake.** It finds the others`,
		'unclear, and asks again.',
		'',
		`Right by language: ${languages.map(([language, score]) => `${language} ${fraction(score)}`).join(', ')}; together ${fraction(all)}.`,
		'',
		`Someone who did not know the node's words wrote ${first.tried} more. Of these, the node at first read ${first.right} right, ${first.unclear} as unclear and ${first.wrong} wrong.`,
	].join('\n');
}

/**
 * Returns the page with the figures of now.
 * @throws if it has no place for them.
 */
export async function repliesDocument(folder: string, page: string): Promise<string> {
	const file = pathToFileURL(join(folder, MEASUREMENT)).href;
	const section = sectionOf((await import(file)) as Measurement);
	const [before, rest] = page.split(START);
	const after = rest?.split(END)[1];
	if (before === undefined || after === undefined) throw new Error(`${repliesPage} lacks ${START} or ${END}`);
	const path = join(folder, repliesPage);
	const text = `${before}${START}\n\n${section}\n\n${END}${after}`;
	return await format(text, { ...(await resolveConfig(path)), filepath: path });
}
