/** The numbers that the documents give are those of the code. */
import type { INodeProperties } from 'n8n-workflow';
import { readFileSync } from 'fs';
import { join } from 'path';

import { memoryProperties } from '../../nodes/VoiceAgentMemory/properties';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { LOOKUP_TIMEOUT_MS } from '../../nodes/VoiceAgentTrigger/keyRow';
import { SAME_ANSWER_LIMIT_MS } from '../../nodes/VoiceAgentTrigger/resumeExecution';
import { MAX_MESSAGES } from '../../nodes/VoiceAgentMessageTrigger/messageList';
import { MAX_REMEMBERED_MESSAGES, OVERLAP_MS } from '../../nodes/VoiceAgentMessageTrigger/cursor';
import { RETRY_LIMITS } from '../../nodes/shared/client/retry';
import { CHAT_APP_WINDOW_HOURS, DIAL_COST } from '../../nodes/shared/wire/limits';
import { MIN_SECRET_LENGTH } from '../../nodes/shared/wire/webhookSecrets';

const ROOT = join(__dirname, '../..');

/** A document as running text, without the breaks of its lines. */
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8').replace(/\s+/g, ' ');

const WORDS: Record<number, string> = { 5: 'five' };
const minutes = (milliseconds: number) => `${WORDS[milliseconds / 60_000] ?? milliseconds / 60_000} minutes`;
const seconds = (milliseconds: number) => `${milliseconds / 1000} seconds`;
const count = (value: number) => value.toLocaleString('en-US');

const { properties } = new VoiceAgentTrigger().description;
const triggerOptions = properties.find(({ name }) => name === 'options')?.options as INodeProperties[];
const seenEvents = count(Number(triggerOptions.find(({ name }) => name === 'deduplicationWindow')?.default));
const contextWindowLength = memoryProperties.find(({ name }) => name === 'contextWindowLength')?.default;

const STATEMENTS: Array<[path: string, statement: string]> = [
	['docs/behavior.md', `asks for more than ${minutes(RETRY_LIMITS.maxRetryAfterMs)}`],
	['docs/stored-data.md', `The last ${seenEvents} events`],
	[
		'docs/trigger.md',
		`is the number of most recent events among which a repetition is recognized (${seenEvents})`,
	],
	[
		'docs/trigger.md',
		`defense against that, and it reaches back only as far as its window: ${seenEvents} events`,
	],
	['docs/trigger.md', `does not answer within ${seconds(LOOKUP_TIMEOUT_MS)}`],
	['docs/trigger.md', `a reply is kept for ${seconds(SAME_ANSWER_LIMIT_MS.running)}`],
	['docs/credentials.md', `each signing secret needs at least ${MIN_SECRET_LENGTH} printable characters`],
	['docs/credentials.md', `a Chat App Token needs at least ${MIN_SECRET_LENGTH} letters and digits`],
	['docs/message-trigger.md', `a poll hands over up to ${count(MAX_MESSAGES)}`],
	['docs/message-trigger.md', `up to ${minutes(OVERLAP_MS)} late`],
	['docs/message-trigger.md', `the IDs of only the latest ${count(MAX_REMEMBERED_MESSAGES)} are kept`],
	['docs/send-and-wait.md', `within ${CHAT_APP_WINDOW_HOURS} hours of the person's last message`],
	['docs/chat-agents.md', `within ${CHAT_APP_WINDOW_HOURS} hours of the person's last chat-app message`],
	['docs/chat-agents.md', `the newest ${contextWindowLength}, or as many as`],
	['docs/costs.md', `${DIAL_COST} USD for the dial`],
	['docs/costs.md', `${1000 * DIAL_COST} USD plus the minutes for 1,000 people`],
	['docs/costs.md', `up to ${count(MAX_MESSAGES)} messages`],
	['docs/how-do-i.md', `Each dial costs ${DIAL_COST} USD`],
	['docs/how-do-i.md', `within ${CHAT_APP_WINDOW_HOURS} hours of the person's last message`],
];

it.each(STATEMENTS)('%s says: %s', (path, statement) => {
	expect(read(path)).toContain(statement);
});
