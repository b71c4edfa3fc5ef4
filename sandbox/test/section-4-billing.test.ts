import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { callFunction } from '../../test/support/call-service.ts';

interface Session {
	sessionId: string;
	url: string;
}

const SUCCESS = 'https://shop.example/thanks?order=1&of=2';
const CANCEL = 'https://shop.example/back';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});
beforeEach(() => sandbox.control('POST', '/reset', { seed: 'empty' }));

const add = <Body = { error: unknown }>(changes: object = {}) =>
	callFunction<Body>(sandbox, 'billing-add-credits', {
		amount: 'small',
		success_url: SUCCESS,
		cancel_url: CANCEL,
		...changes,
	});
const open = async (changes: object = {}) => (await add<Session>(changes)).body;
const credits = () => sandbox.control('GET', '/credits');
/** Sends what a browser sends when a button of the page is pressed. */
const press = (url: string, button: 'pay' | 'cancel') =>
	fetch(`${url}/${button}`, {
		method: 'POST',
		redirect: 'manual',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: '',
	});

describe('4 billing-add-credits', () => {
	it('answers sessionId and url, and nothing more', async () => {
		const { status, body } = await add<Session>();
		expect(status).toBe(200);
		expect(Object.keys(body).sort()).toEqual(['sessionId', 'url']);
		expect(body.url).toContain(sandbox.url);
	});

	it.each([
		['small', 20],
		['medium', 50],
		['large', 100],
		['12.34', 12.34],
		[1000, 1000],
	])('amount %j is %d USD, and is added after payment, not before', async (amount, usd) => {
		const before = await credits();
		const { url, sessionId } = await open({ amount });
		expect(await credits()).toEqual(before);
		await press(url, 'pay');
		const after = await credits();
		expect(after.balance).toBeCloseTo(before.balance + usd, 6);
		expect(after.entries[0]).toMatchObject({ kind: 'purchase', amount: usd, reference: sessionId });
	});

	it.each([[undefined], ['9.99'], ['1000.01'], ['huge'], ['1e2'], ['20.001'], [['20']]])(
		'section 7: refuses amount %j',
		async (amount) => {
			const answer = await add({ amount });
			expect(answer.status).toBe(400);
			expect(answer.body).toEqual({
				error: expect.stringMatching(/between 10 and 1000 or a preset/),
			});
		},
	);

	it.each([
		['success_url', undefined],
		['cancel_url', 'data:text/html,x'],
		['success_url', '/relative'],
		// Refused here, before anything is paid: it could not be sent to the browser as a header.
		['success_url', 'https://shop.example/\r\nset-cookie: paid=1'],
	])('refuses %s %j', async (field, value) => {
		const answer = await add({ [field]: value });
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({ error: expect.stringContaining(field) });
	});
});

describe('4 the hosted checkout', () => {
	it('shows the amount and the buttons to pay and to cancel, and loads nothing from elsewhere', async () => {
		const { url } = await open({ amount: '12.5' });
		const response = await fetch(url);
		const page = await response.text();
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toContain('text/html');
		expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
		expect(page).toContain('Pay 12.50 USD');
		expect(page).toContain('Cancel');
	});

	it('cancel redirects to cancel_url and adds nothing', async () => {
		const before = await credits();
		const { url } = await open();
		const response = await press(url, 'cancel');
		expect(response.status).toBe(303);
		expect(response.headers.get('location')).toBe(CANCEL);
		expect(await credits()).toEqual(before);
	});

	it('pay redirects to success_url, and adds the credits once, however often and fast it is pressed', async () => {
		const { balance } = await credits();
		const { url } = await open();
		const pressed = await Promise.all([press(url, 'pay'), press(url, 'pay'), press(url, 'pay')]);
		const answers = pressed.map(({ status, headers }) => [status, headers.get('location')]);
		expect(answers).toEqual(Array(3).fill([303, SUCCESS]));
		expect((await credits()).balance).toBeCloseTo(balance + 20, 6);
	});

	it('a canceled checkout cannot be paid, and a paid one cannot be canceled', async () => {
		const { balance } = await credits();
		const cancelled = await open();
		await press(cancelled.url, 'cancel');
		expect((await press(cancelled.url, 'pay')).headers.get('location')).toBeNull();
		const paid = await open();
		await press(paid.url, 'pay');
		expect((await press(paid.url, 'cancel')).headers.get('location')).toBeNull();
		expect((await credits()).balance).toBeCloseTo(balance + 20, 6);
		const { checkouts } = await sandbox.control('GET', '/checkouts');
		expect(checkouts.map(({ status }) => status)).toEqual(['paid', 'cancelled']);
	});

	it('redirects only to the stored addresses', async () => {
		const { url } = await open();
		const elsewhere = '?success_url=https://evil.example&redirect=https://evil.example';
		const response = await fetch(`${url}/pay${elsewhere}`, {
			method: 'POST',
			redirect: 'manual',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: 'success_url=https%3A%2F%2Fevil.example',
		});
		expect(response.headers.get('location')).toBe(SUCCESS);
	});

	it('escapes what it shows', async () => {
		const { url } = await open({ success_url: `https://shop.example/?a="><script>alert(1)</script>&b='` });
		await press(url, 'pay');
		const page = await (await fetch(url)).text();
		expect(page).not.toContain('<script>');
		expect(page).toContain('&quot;&gt;&lt;script&gt;');
	});

	it('answers 404 for an unknown session', async () => {
		const url = `${sandbox.url}/checkout/cs_unknown`;
		expect([(await fetch(url)).status, (await press(url, 'pay')).status]).toEqual([404, 404]);
	});
});
