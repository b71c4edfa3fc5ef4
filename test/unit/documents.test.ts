/** The documents give the numbers of the code, and are written in sentences that everyone can read. */
import type { INodeProperties } from 'n8n-workflow';
import { globSync, readdirSync, readFileSync } from 'fs';
import { join } from 'path';

import { DEFAULT_CONTEXT_WINDOW_LENGTH } from '../../nodes/VoiceAgentMemory/settings';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { WRITE_TIMEOUT_MS } from '../../nodes/service/processedKeys';
import { SAME_ANSWER_LIMIT_MS } from '../../nodes/VoiceAgentTrigger/resumeExecution';
import { MAX_ITEMS, MAX_REMEMBERED_MESSAGES } from '../../nodes/VoiceAgentPollingTrigger/messageSearch';
import { OVERLAP_MS } from '../../nodes/VoiceAgentPollingTrigger/newMessages';
import { DEFAULT_TIMEOUT_SECONDS } from '../../nodes/VoiceAgentFunctionTrigger/settings';
import { RETRY_LIMITS } from '../../nodes/service/retry';
import { CHAT_APP_WINDOW_HOURS } from '../../nodes/messages/conversation';
import { DIAL_COST_USD } from '../../nodes/VoiceAgent/batchCall/output';
import { MIN_SECRET_LENGTH } from '../../nodes/service/credentials';

const ROOT = join(__dirname, '../..');

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const WORDS: Record<number, string> = { 5: 'five' };
const count = (value: number) => WORDS[value] ?? value.toLocaleString('en-US');
const minutes = (milliseconds: number) => `${count(milliseconds / 60_000)} minutes`;
const seconds = (milliseconds: number) => `${count(milliseconds / 1000)} seconds`;
const hours = `${CHAT_APP_WINDOW_HOURS} hours`;

const { properties } = new VoiceAgentTrigger().description;
const triggerOptions = properties.find(({ name }) => name === 'options')?.options as INodeProperties[];
const seenEvents = Number(triggerOptions.find(({ name }) => name === 'deduplicationWindow')?.default);

const NUMBERS: Array<[page: string, numbers: string[]]> = [
	['docs/behavior.md', [minutes(RETRY_LIMITS.maxRetryAfterMs)]],
	['docs/stored-data.md', [`${count(seenEvents)} events`]],
	[
		'docs/trigger-reference.md',
		[
			count(seenEvents),
			seconds(WRITE_TIMEOUT_MS),
			seconds(SAME_ANSWER_LIMIT_MS.running),
			`${count(MAX_ITEMS)} messages`,
			minutes(OVERLAP_MS),
			count(MAX_REMEMBERED_MESSAGES),
		],
	],
	[
		'docs/credentials.md',
		[`${MIN_SECRET_LENGTH} printable characters`, `${MIN_SECRET_LENGTH} letters and digits`],
	],
	['docs/trigger.md', [`${MIN_SECRET_LENGTH} letters and digits`]],
	['docs/polling-trigger.md', [count(MAX_ITEMS)]],
	['docs/function-trigger.md', [seconds(1000 * DEFAULT_TIMEOUT_SECONDS)]],
	['docs/send-and-wait.md', [hours]],
	['docs/chat-agents.md', [hours, `newest ${DEFAULT_CONTEXT_WINDOW_LENGTH} messages`]],
	['docs/costs.md', [`${DIAL_COST_USD} USD`, `${1000 * DIAL_COST_USD} USD`, `${count(MAX_ITEMS)} messages`]],
];

it.each(NUMBERS)('%s gives the numbers of the code: %j', (page, numbers) => {
	const text = read(page).replace(/\s+/g, ' ');
	expect(numbers.filter((number) => !text.includes(number))).toEqual([]);
});

/** The pages for users, without those that npm run docs writes. */
const PAGES = [
	'README.md',
	...globSync('examples/{,*/}README.md', { cwd: ROOT }),
	'sandbox/README.md',
	'sandbox/docs/scenarios.md',
	...readdirSync(join(ROOT, 'docs'))
		.filter((name) => name.endsWith('.md') && name !== 'operations.md' && name !== 'sample-events.md')
		.map((name) => `docs/${name}`),
];

const MAX_WORDS = 25;

/** The sentences of a page: of paragraphs, entries of lists and cells of tables. Code and links count as they read. */
const sentencesIn = (page: string): string[] =>
	read(page)
		.replace(/^---\n[^]*?\n---\n/, '')
		.replace(/^ *```[^]*?^ *```/gm, '\n')
		.replace(/<!-- Made by[^]*?To here. -->/g, '')
		.replace(/<!--[^]*?-->/g, '')
		.replace(/`[^`]*`/g, 'code')
		.replace(/(code,? (and |or )?)+code/g, 'code')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/^(#+|\|.*) /gm, '\n$& ')
		.replace(/^ *([-*]|\d+\.) (\[ \])?/gm, '\n')
		.replace(/ \|( |$)/gm, '\n\n')
		.split(/\n\s*\n/)
		.flatMap((block) => block.replace(/\s+/g, ' ').split(/(?<=[.!?:])["*)]* /))
		.filter((sentence) => /[a-z]/i.test(sentence));

const wordsIn = (sentence: string): number => (sentence.match(/[\p{L}\p{N}][^\s]*/gu) ?? []).length;

it.each(PAGES)(`%s has sentences of at most ${MAX_WORDS} words`, (page) => {
	expect(sentencesIn(page).filter((sentence) => wordsIn(sentence) > MAX_WORDS)).toEqual([]);
});

const SOMEONE = '(person|people|caller|customer|user|recipient)s?';

/** Wordings of translated English, each with what to write instead. */
const WORDINGS: Array<[wording: RegExp, instead: string]> = [
	[
		new RegExp(
			`\\b${SOMEONE} (is|are|was|were) (asked|told|sent|given|waited|called|answered|reminded)`,
			'i',
		),
		'say who does it',
	],
	[new RegExp(`\\bof (the|a|this) ${SOMEONE}\\b(?!'s)`, 'i'), "the person's"],
	[
		/(?<!instead )\bof (the service|the account|your account|your team)\b(?!'s)/i,
		"the service's, your account's",
	],
	[/\bwhat (became|is|was|were|has been) (of|sent|said|stored|written|done)\b/i, 'a noun'],
	[/, also\b|\balso\.$/i, '"too", or "also" before the verb'],
	[/\b(anew|whereof|lest|hark|whom|whoever|somebody|by one button|goes? on with)\b/i, 'a plain word'],
];

it.each(PAGES)('%s is written in plain English', (page) => {
	const found = sentencesIn(page).flatMap((sentence) =>
		WORDINGS.filter(([wording]) => wording.test(sentence)).map(([, instead]) => ({ sentence, instead })),
	);
	expect(found).toEqual([]);
});
