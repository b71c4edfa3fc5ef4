import fastifyFormbody from '@fastify/formbody';
import type { FastifyReply } from 'fastify';
import type { Routes } from '../plugin.ts';
import type { Checkout } from './checkouts.ts';
import { checkoutPage, CONTENT_SECURITY_POLICY, missingPage } from './page.ts';

const schema = { hide: true };
type OfCheckout = { Params: { id: string } };

/** Section 4, billing: where a person completes a payment. The session id in the address is what admits to it. */
export const checkoutPages: Routes = async (app) => {
	const { checkouts, database } = app;
	await app.register(fastifyFormbody);

	app.get<OfCheckout>('/checkout/:id', { schema }, (request, reply) =>
		sendPage(reply, checkouts.find(request.params.id)),
	);

	const settlements = { pay: ['paid', 'success_url'], cancel: ['cancelled', 'cancel_url'] } as const;
	for (const [action, [status, next]] of Object.entries(settlements)) {
		app.post<OfCheckout>(`/checkout/:id/${action}`, { schema }, async (request, reply) => {
			const checkout = await database.write(() => checkouts.settle(request.params.id, status));
			return checkout?.status === status ? reply.redirect(checkout[next], 303) : sendPage(reply, checkout);
		});
	}
};

function sendPage(reply: FastifyReply, checkout: Checkout | undefined): FastifyReply {
	return reply
		.status(checkout === undefined ? 404 : 200)
		.type('text/html; charset=utf-8')
		.header('content-security-policy', CONTENT_SECURITY_POLICY)
		.header('cache-control', 'no-store')
		.header('referrer-policy', 'no-referrer')
		.header('x-content-type-options', 'nosniff')
		.send(checkout === undefined ? missingPage() : checkoutPage(checkout));
}
