import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';

/** The path of the page that says how well replies are understood. */
export const repliesPage = 'docs/send-and-wait.md';

const START = '<!-- Made by npm run docs from the replies of the tests. -->';
const END = '<!-- To here. -->';

/** The measurement that the tests use. */
const MEASUREMENT = 'test/unit/nodes/VoiceAgent/operations/message/sendAndWait/measureReplies.ts';

interface Score {
	tried: number;
	right: number;
	unclear: number;
	wrong: number;
	falseApprovals: number;
}

interface Measurement {
	strictApproval: unknown;
	scoreCatalogue: (expected?: unknown) => Array<[language: string, score: Score]>;
	scoreCldr: () => Score & { locales: number };
}

const sum = (scores: Score[]): Score =>
	scores.reduce((total, score) => ({
		tried: total.tried + score.tried,
		right: total.right + score.right,
		unclear: total.unclear + score.unclear,
		wrong: total.wrong + score.wrong,
		falseApprovals: total.falseApprovals + score.falseApprovals,
	}));

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;

const count = (value: number): string => value.toLocaleString('en-US');

const row = (name: string, { tried, right, unclear, wrong }: Score): string =>
	`| ${[name, tried, right, unclear, wrong].join(' | ')} |`;

/** The section as Markdown. */
function sectionOf({ scoreCatalogue, scoreCldr, strictApproval }: Measurement): string {
	const languages = scoreCatalogue();
	const all = sum(languages.map(([, score]) => score));
	const reviewed = sum(scoreCatalogue(strictApproval).map(([, score]) => score));
	const cldr = scoreCldr();
	return [
		`**False approvals: ${all.falseApprovals} of ${count(all.tried)} replies.** The tests try these replies, written as people type them, each to a question for approval in`,
		'its language. "Unclear" counts replies that a person would understand, but after which the node asks again.',
		'',
		'| Language | Replies tried | Right | Unclear | Wrong |',
		'| --- | --- | --- | --- | --- |',
		...languages.map(([language, score]) => row(language, score)),
		row('All', all),
		'',
		`In human review, where a yes counts only if every word is understood, ${count(reviewed.right)} of them are right, ${reviewed.unclear} unclear and ${reviewed.wrong} wrong.`,
		'',
		`The words for yes and no of ${cldr.locales} locales in Unicode's CLDR, ${count(cldr.tried)} with their letters, as replies to a message in an unknown language:`,
		`${percent(cldr.right, cldr.tried)} are right, ${percent(cldr.unclear, cldr.tried)} unclear, and ${cldr.wrong} are read the wrong way round. The same holds in human review.`,
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
