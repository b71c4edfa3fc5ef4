import { describeInBrowser } from '../support/describe-in-browser.ts';
import { visitDashboard } from '../support/dashboard.ts';
import { callFunction } from '../../support/call-service.ts';
import { eventually } from '../../support/eventually.ts';

describeInBrowser('conversations in the dashboard', () => {
	const visit = visitDashboard();
	const main = () => visit.page.getByRole('main');
	const heading = (name: string) => visit.page.getByRole('heading', { level: 1, name });
	const bubbles = (label: string | RegExp) => main().getByRole('list', { name: label }).getByRole('listitem');

	it('a contact has one thread of messages and calls, which form one story', async () => {
		await visit.open('contacts');
		await visit.page.getByLabel('Search by name or number').fill('marcus');
		await visit.page.keyboard.press('Enter');
		await visit.page.getByText('1 to 1 of 1').waitFor();
		await visit.page.getByRole('link', { name: 'Marcus Ellery' }).click();
		await heading('Marcus Ellery').waitFor();
		const thread = bubbles('Thread with Marcus Ellery');
		await thread.filter({ hasText: 'My parcel has not arrived' }).waitFor();
		const call = thread.filter({ hasText: 'order 20417 has not arrived' });
		await call.getByText('Inbound call, 2 min').waitFor();
		await call.getByRole('link', { name: 'Read the transcript' }).click();
		await bubbles('Transcript').filter({ hasText: 'Is it order 20417?' }).waitFor();
		await main().getByText('Order number', { exact: true }).waitFor();
		await visit.page.getByRole('link', { name: 'Marcus Ellery' }).last().click();
		await thread.first().waitFor();
	});

	it('an outbound call is titled with the person called, an agent with its name', async () => {
		const { call } = await visit.sandbox.control('POST', '/events/call.completed', {
			direction: 'outbound',
			to_number: '+14155550777',
			agent_id: null,
		});
		await visit.open('calls');
		const row = main().getByRole('row', { name: /\+14155550777.*Outbound/ });
		expect(await row.getByRole('link').first().getAttribute('href')).toBe(`#/calls/${call.id}`);
		await row.getByRole('link', { name: 'Front desk' }).waitFor();
		await visit.page.getByLabel('Search in calls').fill('brass');
		await visit.page.keyboard.press('Enter');
		await visit.page.getByText('1 to 1 of 1').waitFor();
		await main()
			.getByRole('row', { name: /Helen Marsh/ })
			.waitFor();
	});

	it('a website chat is opened, written in by both sides, and closed', async () => {
		await visit.open('chats');
		await visit.button('Open a chat').click();
		await visit.dialog().getByLabel('Visitor').fill('Grace');
		await visit.button('Open the chat', visit.dialog()).click();
		await heading('Grace').waitFor();
		await visit.page.getByLabel('Message').fill('Is anybody there?');
		await visit.button('Send').click();
		await bubbles('Chat')
			.filter({ hasText: /Grace.*Is anybody there/ })
			.waitFor();
		await visit.page.getByLabel('As').selectOption('Agent');
		await visit.page.getByLabel('Message').fill('We are here.');
		await visit.button('Send').click();
		await bubbles('Chat')
			.filter({ hasText: /Agent.*We are here/ })
			.waitFor();
		await visit.button('Close the chat').click();
		await main().getByText('Ended: Closed by the visitor.').waitFor();
	});

	it('the calls of a campaign end according to its goal, and the campaign shows the outcomes', async () => {
		await visit.sandbox.control('PATCH', '/calling', { call_seconds: 0 });
		const recipients = [1, 2, 3].map((digit) => ({
			phone_number: `+1415555101${digit}`,
			name: `Ada ${digit}`,
		}));
		const { body } = await callFunction<{ batch: { id: string } }>(visit.sandbox, 'batch-calls', {
			action: 'create',
			name: 'Tomorrow',
			caller_id: '+14155550100',
			purpose: 'Remind them',
			goal: 'Confirm the appointment',
			window_days: [1, 2, 3, 4, 5, 6, 0],
			recipients,
		});
		// A call that only mentions the campaign is not one of its calls.
		await visit.sandbox.control('POST', '/events/call.completed', {
			summary: `They asked about ${body.batch.id}.`,
			extracted_data: { outcome: 5 },
		});
		await visit.open(`batches/${body.batch.id}`);
		for (const outcome of ['1 confirmed', '1 moved', '1 not reached'])
			await main().getByText(outcome, { exact: true }).waitFor();
		expect(await main().getByText('1 5', { exact: true }).count()).toBe(0);
		await main().getByText('Every day').waitFor();
		await main().getByRole('link', { name: 'Ada 2 moved the appointment' }).click();
		await bubbles('Transcript')
			.filter({ hasText: /Ada 2.*time on Friday/ })
			.waitFor();
	});

	it('a batch call is canceled, once that is confirmed', async () => {
		await visit.open('batches');
		await main().getByRole('link', { name: 'New opening hours' }).click();
		await visit.button('Cancel the batch call').click();
		await visit.button('Cancel the batch call', visit.dialog()).click();
		await visit.page.getByText('“New opening hours” is canceled.').waitFor();
		await main().getByText('cancelled', { exact: true }).waitFor();
		await visit.button('Cancel the batch call').waitFor({ state: 'detached' });
	});

	it('a message is answered from its row by the person who got it, to the webhook that was set in a dialog', async () => {
		const person = '14155550123';
		await visit.open('chat-app');
		await visit.button('Edit +14155550100').click();
		await visit.dialog().getByLabel('Webhook URL').fill(`${visit.receiver.url}/webhook?token=t`);
		await visit.button('Save', visit.dialog()).click();
		await visit.dialog().waitFor({ state: 'detached' });
		await callFunction(visit.sandbox, 'send-chatapp-message', {
			phone_number_id: '106540352242922',
			recipient_wa_id: person,
			message: 'Shall we book the table?',
		});
		await visit.open('messages');
		await visit
			.button(`Reply as ${person}`, visit.page.getByRole('row', { name: /Shall we book the table/ }))
			.click();
		await visit.dialog().getByLabel('Text').fill('Yes, of course!');
		await visit.button('Send reply', visit.dialog()).click();
		await visit.page.getByText(`${person} has replied. The webhook is on its way.`).waitFor();
		const { body } = await eventually(() => visit.receiver.received[0]);
		expect(JSON.parse(body)).toMatchObject({
			event: 'chatapp.received',
			data: { from_number: person, body: 'Yes, of course!' },
		});
	});
});
