import { describeInBrowser } from '../support/describe-in-browser.ts';
import { visitDashboard } from '../support/dashboard.ts';
import { callFunction } from '../../support/call-service.ts';
import { eventually } from '../../support/eventually.ts';

const DANA = '14155550123';

describeInBrowser('the chat in the dashboard', () => {
	const visit = visitDashboard();
	const box = () => visit.page.getByLabel(/^Message from/);
	const bubble = (text: string | RegExp) =>
		visit.page
			.getByRole('list', { name: /^Thread with/ })
			.getByRole('listitem')
			.filter({ hasText: text });
	const write = async (text: string) => {
		await box().fill(text);
		await box().press('Enter');
		await bubble(text).last().waitFor();
	};
	/** How far the end of the conversation is below its window, in pixels. */
	const below = () =>
		visit.page
			.getByRole('region', { name: /^Thread with/ })
			.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
	/** Has n8n take the events, under an address such as n8n's. */
	const connect = () =>
		visit.sandbox.control('PATCH', `/api-keys/${visit.sandbox.apiKeyId}`, {
			webhook_url: `${visit.receiver.url}/webhook/abc/webhook`,
		});

	it('what is written as Dana is delivered, and the answer arrives beside it', async () => {
		await connect();
		await visit.open('chat');
		await write('Do you open on Sunday?');
		const { body } = await eventually(() => visit.receiver.received[0]);
		const data = { from_number: `+${DANA}`, body: 'Do you open on Sunday?' };
		expect(JSON.parse(body)).toMatchObject({ event: 'sms.received', data });
		const own = bubble('Do you open on Sunday?');
		await own.filter({ hasText: 'Dana Whitfield' }).getByText('n8n took the event (200)').waitFor();
		await own.getByText(/· SMS/).waitFor();
		await callFunction(visit.sandbox, 'send-chatapp-message', {
			phone_number_id: '106540352242922',
			recipient_wa_id: DANA,
			message: 'Yes, from ten to four.',
		});
		await bubble('Yes, from ten to four.')
			.filter({ hasText: /Your account.*Chat app/ })
			.waitFor();
		await own.getByRole('link', { name: 'Delivery' }).click();
		await visit.page.getByRole('heading', { level: 1, name: 'sms.received' }).waitFor();
	});

	it('Shift and Enter begin a new line; a person writes by chat app as well', async () => {
		await connect();
		await visit.sandbox.control('PATCH', '/chatapp-accounts/106540352242922', {
			webhook_url: `${visit.receiver.url}/webhook/abc/webhook?token=t`,
		});
		await visit.open(`chat/${DANA}`);
		await box().fill('Two');
		await box().press('Shift+Enter');
		await box().pressSequentially('lines');
		await visit.button('Send').click();
		const { body } = await eventually(() => visit.receiver.received[0]);
		expect(JSON.parse(body)).toMatchObject({ data: { body: 'Two\nlines' } });
		expect(await box().inputValue()).toBe('');

		await visit.page.getByLabel('Channel').selectOption({ label: 'Chat app to +14155550100' });
		await write('And by chat?');
		const chat = await eventually(() => visit.receiver.received[1]);
		expect(JSON.parse(chat.body)).toMatchObject({ event: 'chatapp.received', data: { from_number: DANA } });
		await bubble('And by chat?').getByText('n8n took the event (200)').waitFor();
	});

	it('says why nothing came of a message, and what to do', async () => {
		await visit.open('chat');
		await visit.page.getByLabel('Channel').selectOption({ label: 'SMS to Main line, +14155550100' });
		await write('Is anybody there?');
		await bubble('Is anybody there?').getByText('No webhook receives this.').waitFor();
		await connect();
		visit.receiver.answer = (_request, response) => response.end('{"received":true,"ignored":"a reason"}');
		await write('Who are you?');
		await bubble('Who are you?')
			.getByText(/this webhook started no workflow: a reason/)
			.waitFor();
		await write('again');
		await write('again');
		await box().fill('again');
		await box().press('Enter');
		await bubble('again')
			.last()
			.getByText(/third copy of the text/)
			.waitFor();

		await visit.page.getByLabel('Channel').selectOption('chatapp 106540352242922');
		await write('Are you there?');
		await bubble('Are you there?')
			.locator('.bad')
			.getByText(/No event: .* the AI agent would answer/)
			.waitFor();
		await callFunction(visit.sandbox, 'list-messages', { limit: 1 });
		await bubble('Are you there?').getByText('a program asks for new messages by itself').waitFor();
		expect(await bubble('Are you there?').locator('.bad').count()).toBe(0);
	});

	it('keeps what is typed while a message is on its way, sends it afterwards, and gives back what could not be sent', async () => {
		await visit.open('chat');
		await visit.page.getByLabel('Channel').selectOption({ label: 'SMS to Main line, +14155550100' });
		let letThrough = () => {};
		const held = new Promise<void>((resolve) => (letThrough = resolve));
		await visit.page.route('**/events/sms.received', async (route) => {
			await held;
			await route.continue();
		});
		for (const text of ['Number one', 'Number two']) {
			await box().fill(text);
			await box().press('Enter');
			expect(await box().inputValue()).toBe('');
		}
		await box().fill('Not finished');
		expect(await visit.button('Send').getAttribute('aria-busy')).toBe('true');
		letThrough();
		await bubble('Number two').waitFor();
		await eventually(
			async () => (await visit.button('Send').getAttribute('aria-busy')) === 'false' || undefined,
		);
		expect(await box().inputValue()).toBe('Not finished');
		const { messages } = await visit.sandbox.control('GET', '/messages?limit=2');
		expect(messages.map(({ body }) => body)).toEqual(['Number two', 'Number one']);

		await visit.page.unroute('**/events/sms.received');
		await visit.page.route('**/events/sms.received', (route) =>
			route.fulfill({ status: 409, json: { error: 'Not now' } }),
		);
		await box().fill('Lost');
		await box().press('Enter');
		await visit.page.getByText('Not now').waitFor();
		expect(await box().inputValue()).toBe('Lost');
		await visit.page.unroute('**/events/sms.received');
	});

	it('opens at the newest message, and stays there only until the reader scrolls up', async () => {
		await visit.open(`contacts/${DANA}`);
		await bubble('Is it ready to collect?').waitFor();
		expect(await below()).toBeLessThan(2);
		await visit.sandbox.control('POST', '/events/sms.received', {
			from_number: `+${DANA}`,
			body: 'One more',
		});
		await bubble('One more').waitFor();
		await eventually(async () => (await below()) < 2 || undefined);
		await visit.page
			.getByRole('region', { name: /^Thread with/ })
			.evaluate((log) => log.scrollTo({ top: 0 }));
		await visit.sandbox.control('POST', '/events/sms.received', {
			from_number: `+${DANA}`,
			body: 'And another',
		});
		await visit.button('New messages').click();
		await eventually(async () => (await below()) < 2 || undefined);
		await visit.button('New messages').waitFor({ state: 'detached' });
	});

	it('a new person writes the first message of a conversation', async () => {
		await connect();
		await visit.open('chat');
		await visit.button('New person').click();
		await visit.dialog().getByLabel('Number').fill('+14155550999');
		await visit.button('Write', visit.dialog()).click();
		await visit.page.getByText('Nothing yet. Write the first message.').waitFor();
		await write('Hello');
		await bubble('Hello').getByText('n8n took the event (200)').waitFor();
		await visit.page
			.getByRole('navigation', { name: 'People' })
			.getByRole('link', { name: /\+14155550999/ })
			.waitFor();
	});
});
