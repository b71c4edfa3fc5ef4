import fastifyFormbody from '@fastify/formbody';
import type { FastifyReply } from 'fastify';
import type { Routes } from '../plugin.ts';
import type { Checkout } from './checkouts.ts';
import { describeUsd } from './money.ts';

/** Allows nothing but the page's own style, and no frame around it, where clicks could be hijacked. */
const CONTENT_SECURITY_POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const STYLE = `
	:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
	body { display: grid; place-items: center; min-height: 100vh; margin: 0; }
	main { max-width: 22rem; padding: 2rem; text-align: center; }
	.amount { font-size: 2.5rem; margin: 1rem 0; }
	form { display: grid; gap: 0.75rem; }
	button { font: inherit; padding: 0.75rem; cursor: pointer; }
	button { border-radius: 0.5rem; border: 1px solid currentColor; }
	button.pay { background: #1a56db; border-color: #1a56db; color: #fff; }
	button:focus-visible, a:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
	small { opacity: 0.75; }
`;

const schema = { hide: true };
type CheckoutRoute = { Params: { id: string } };

/**
 * The pages on which a person completes a payment (section 4, billing). The session id in the address grants
 * access. They show the checkouts of the other accounts as well, since all accounts share the public URL.
 */
export const checkoutPages: Routes = async (app) => {
	await app.register(fastifyFormbody);
	const findAccount = (id: string) =>
		app.otherAccounts.find(({ checkouts }) => checkouts.find(id) !== undefined) ?? app;

	app.get<CheckoutRoute>('/checkout/:id', { schema }, ({ params: { id } }, reply) =>
		sendPage(reply, findAccount(id).checkouts.find(id)),
	);

	const settlements = { pay: ['paid', 'success_url'], cancel: ['cancelled', 'cancel_url'] } as const;
	for (const [action, [status, next]] of Object.entries(settlements)) {
		app.post<CheckoutRoute>(`/checkout/:id/${action}`, { schema }, ({ params: { id } }, reply) => {
			const { checkouts, database } = findAccount(id);
			const checkout = database.transaction(() => checkouts.settle(id, status));
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

/** The hosted checkout page (section 4, billing), or its result once it is settled. */
function checkoutPage(checkout: Checkout): string {
	const { id, status, success_url, cancel_url } = checkout;
	const amount = describeUsd(checkout.amount);
	if (status === 'paid')
		return settled('Paid', `${amount} have been added to the account.`, 'Continue', success_url);
	if (status === 'cancelled') {
		return settled('Canceled', 'This checkout was canceled; nothing was charged.', 'Back', cancel_url);
	}
	// Relative to the page, since the pages of other accounts are under a path of their own.
	const action = encodeURIComponent(id);
	return page(
		'Add credits',
		`<p class="amount">${escapeHtml(amount)}</p>
				<form method="post">
					<button class="pay" formaction="${escapeHtml(action)}/pay">Pay ${escapeHtml(amount)}</button>
					<button formaction="${escapeHtml(action)}/cancel">Cancel</button>
				</form>`,
	);
}

function settled(title: string, text: string, link: string, url: string): string {
	return page(
		title,
		`<p>${escapeHtml(text)}</p>
				<p><a href="${escapeHtml(url)}">${link}</a></p>`,
	);
}

/** The page for a link to a checkout that does not exist. */
function missingPage(): string {
	return page('Not found', '<p>There is no such checkout.</p>');
}

function page(title: string, content: string): string {
	return `<!doctype html>
<html lang="en">
	<head>
		<meta charset="utf-8">
		<meta name="viewport" content="width=device-width, initial-scale=1">
		<title>${escapeHtml(title)}</title>
		<style>${STYLE}</style>
	</head>
	<body>
		<main>
			<h1>${escapeHtml(title)}</h1>
			${content}
			<p><small>Sandbox: no real money is moved.</small></p>
		</main>
	</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": '#39',
};

/** Escapes text for HTML, between tags and in quoted attributes. */
function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&${ENTITIES[character]};`);
}
