import type { IDataObject } from 'n8n-workflow';

import { parseListedMessage } from '../../../../../nodes/messages/message';
import { decideOnFollowUp } from '../../../../../nodes/VoiceAgent/sendAndWait/followUp';

const message = (id: string, body: string, more: IDataObject = {}) =>
	parseListedMessage({ id, body, direction: 'inbound', from_number: '1', to_number: '2', ...more });
const sent = (id: string, body: string, more: IDataObject = {}) =>
	message(id, body, { direction: 'outbound', ...more });

const QUESTION = sent('q', 'Shall we come?');
const FOLLOW_UP = 'Please answer with "Yes" or "No".';

const turnOf = (replyId: string | undefined, after: ReturnType<typeof message>[], followUpCount = 0) =>
	decideOnFollowUp([message('a', 'Hello'), sent('b', FOLLOW_UP), QUESTION, ...after], {
		replyId,
		questionIds: ['wamid.q', 'q'],
		message: FOLLOW_UP,
		followUpCount,
	});

it('asks again after the first unclear reply to a message, and not after the ones that came meanwhile', () => {
	const both = [message('r1', 'Hm'), message('r2', 'Who is this?')];
	expect([turnOf('r1', both), turnOf('r2', both)]).toEqual(['now', 'later']);
	const asked = [...both, sent('f1', FOLLOW_UP)];
	expect([turnOf('r1', asked), turnOf('r2', asked)]).toEqual(['asked', 'asked']);
});

it('asks again where the follow-up did not arrive, or was the one before the reply', () => {
	expect(turnOf('r1', [message('r1', 'Hm'), sent('f1', FOLLOW_UP, { status: 'failed' })])).toBe('now');
	const second = [message('r1', 'Hm'), sent('f1', FOLLOW_UP), message('r2', 'Hm')];
	expect(turnOf('r2', second, 1)).toBe('now');
});

it.each([undefined, 'elsewhere'])(
	'asks again at once after a reply that the list does not have: %s',
	(id) => {
		expect(turnOf(id, [message('r1', 'Hm')])).toBe('now');
	},
);

it('asks again at once where the list does not have the question', () => {
	const query = { replyId: 'r2', questionIds: ['q'], message: FOLLOW_UP, followUpCount: 0 };
	expect(decideOnFollowUp([sent('f', FOLLOW_UP), message('r1', 'Hm'), message('r2', 'Hm')], query)).toBe(
		'now',
	);
	expect(decideOnFollowUp([], query)).toBe('now');
});
