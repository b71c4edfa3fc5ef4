import { Type } from 'typebox';
import { plainError, PlainError } from '../http/errors.ts';
import { OneOf } from '../http/values.ts';
import type { Routes } from '../room.ts';
import { FLAW_KINDS } from './flaws.ts';

const FlawRequest = Type.Object({
	kind: OneOf(FLAW_KINDS),
	count: Type.Optional(
		Type.Integer({ minimum: 1, maximum: 10_000, description: 'Of the next deliveries; 1, or 2 to reorder' }),
	),
});
const FlawList = Type.Object({
	bad_deliveries: Type.Array(
		Type.Object({
			kind: OneOf(FLAW_KINDS),
			remaining: Type.Integer({ description: 'How many of the next deliveries it strikes' }),
		}),
	),
});

/** Has the next deliveries go wrong: what a receiver must be able to bear (section 6). */
export const flawControl: Routes = (app, { outbox }) => {
	const list = () => ({ bad_deliveries: outbox.flaws.list() });

	app.get('/bad-deliveries', { schema: { response: { 200: FlawList } } }, list);

	app.post(
		'/bad-deliveries',
		{ schema: { body: FlawRequest, response: { 201: FlawList, '4xx': PlainError } } },
		async (request, reply) => {
			const { kind, count = kind === 'reordered' ? 2 : 1 } = request.body;
			if (kind === 'reordered' && count < 2) throw plainError(400, 'It takes two deliveries to reorder');
			outbox.flaws.set(kind, count);
			return reply.status(201).send(list());
		},
	);

	app.delete('/bad-deliveries', { schema: { response: { 200: FlawList } } }, () => {
		outbox.flaws.clear();
		return list();
	});
};
