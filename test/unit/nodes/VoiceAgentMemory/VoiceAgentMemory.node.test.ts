import fc from 'fast-check';

import { toChatMessage, toTurns } from '../../../../nodes/VoiceAgentMemory/VoiceAgentMemory.node';
import type { ChatMessage } from '../../../../nodes/n8n/chatMemory';
import { listedMessage } from '../../../support/listed-messages';

const human = (text: string): ChatMessage => ({ role: 'human', text });
const ai = (text: string): ChatMessage => ({ role: 'ai', text });
it.each([
	[{}, human('Hello')],
	[{ direction: 'outbound' }, ai('Hello')],
	[{ direction: 'outbound', is_ai_generated: true }, ai('Hello')],
	[{ direction: 'outbound', status: 'failed' }, ai('[not delivered] Hello')],
	[{ direction: 'outbound', status: 'undelivered' }, ai('[not delivered] Hello')],
	[{ direction: 'outbound', status: 'sent' }, ai('Hello')],
	[{ body: '', media: [{ kind: 'audio' }] }, human('[voice note]')],
	[{ body: '', media: [{ kind: 'image', caption: 'My lamp' }] }, human('[photo] My lamp')],
	[{ body: '', media: [] }, human('[no text]')],
	[{ body: null }, human('[no text]')],
])('reads %j', (record, expected) => {
	expect(toChatMessage(listedMessage({ body: 'Hello', ...record }))).toEqual(expected);
});

it('says that the last messages of the person have no answer yet', () => {
	expect(toTurns([human('a')])).toEqual([human('a'), ai('[no answer yet]')]);
	expect(toTurns([])).toEqual([]);
});

it('lets the sides take turns, ends with the AI, and loses no word', () => {
	const message = fc.record({ role: fc.constantFrom('human' as const, 'ai' as const), text: fc.string() });
	fc.assert(
		fc.property(fc.array(message), (messages) => {
			const before = structuredClone(messages);
			const turns = toTurns(messages);
			expect(messages).toEqual(before);
			for (const [index, { role }] of turns.entries()) expect(turns[index + 1]?.role).not.toBe(role);
			expect(turns.at(-1)?.role).not.toBe('human');
			const isClosed = messages.at(-1)?.role === 'human';
			const words = (isClosed ? turns.slice(0, -1) : turns).map(({ text }) => text).join('\n');
			expect(words).toBe(messages.map(({ text }) => text).join('\n'));
		}),
	);
});
