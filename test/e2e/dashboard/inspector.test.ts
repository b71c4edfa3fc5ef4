import { describeInBrowser } from '../support/describe-in-browser.ts';
import { visitDashboard } from '../support/dashboard.ts';
import { status } from '../../support/http-server.ts';
import { callFunction } from '../../support/call-service.ts';
import { eventually } from '../../support/eventually.ts';

describeInBrowser('the inspector of the dashboard', () => {
	const visit = visitDashboard();
	const main = () => visit.page.getByRole('main');
	const copied = () => visit.page.evaluate<string>('navigator.clipboard.readText()');

	describe('requests', () => {
		it('say who asked for what, live, with both bodies and without the key, and are copied as curl', async () => {
			await visit.open('requests');
			await visit.page.getByText('No requests yet.').waitFor();
			await callFunction(visit.sandbox, 'list-messages', { phone_number: "it's" });
			const row = visit.page.getByRole('row', { name: /POST \/functions\/v1\/list-messages/ });
			await row.getByText('200').waitFor();
			await row.filter({ hasText: /Sandbox key svc_[^]*\d+(\.\d)? m?s/ }).waitFor();
			await row.getByRole('link').click();
			await visit.page.getByLabel('Request body').getByText(`"phone_number": "it's"`).waitFor();
			await visit.page.getByLabel('Answer', { exact: true }).getByText('"messages": [').waitFor();
			await main().getByText('node', { exact: true }).waitFor();
			expect(await main().innerText()).not.toContain(visit.sandbox.apiKey);
			await visit.button('Copy as curl').click();
			expect(await copied()).toBe(
				[
					`curl -X POST '${visit.sandbox.url}/functions/v1/list-messages'`,
					'-H "Authorization: Bearer $VOICE_AGENT_API_KEY"',
					"-H 'Content-Type: application/json'",
					`--data '{"phone_number":"it'\\''s"}'`,
				].join(' \\\n  '),
			);
		});

		it('say in words what they did, and are filtered by endpoint and status', async () => {
			const { custom_functions: functions } = await visit.sandbox.control('GET', '/custom-functions');
			await fetch(`${visit.sandbox.url}/functions/v1/custom-functions/${functions[0]?.id}`, {
				method: 'PATCH',
				headers: { 'content-type': 'application/json', authorization: `Bearer ${visit.sandbox.apiKey}` },
				body: '{"is_active": false}',
			});
			await callFunction(visit.sandbox, 'batch-calls', { action: 'cancel', batch_id: 'none' });
			await callFunction(visit.sandbox, 'list-models', {}, { 'content-type': 'application/json' });
			await visit.sandbox.control('POST', '/faults', { kind: 'reset', endpoint: 'list-models' });
			await callFunction(visit.sandbox, 'list-models').catch(() => undefined);
			await visit.open('requests');
			await visit.page
				.getByRole('row', { name: /PATCH .*custom-functions.* Updated a custom function/ })
				.waitFor();
			await visit.page.getByRole('row', { name: /batch-calls.* Cancel a batch call .*404/ }).waitFor();
			await visit.page
				.getByRole('row', { name: /list-models/ })
				.getByText('cut off')
				.waitFor();
			await visit.page.getByText('1 to 4 of 4').waitFor();
			await visit.page.getByLabel('Status').selectOption('Refused (4xx)');
			await visit.page.getByText('1 to 2 of 2').waitFor();
			await visit.page.getByLabel('Endpoint').selectOption('list-models');
			await visit.page.getByText('1 to 1 of 1').waitFor();
			await visit.page.getByRole('row', { name: /list-models.*unknown.*401/ }).waitFor();
			await visit.page.reload();
			await visit.page.getByText('1 to 1 of 1').waitFor();
		});
	});

	it('a dead letter says why it was given up, and is replayed alone, with others of a span of time, or with all', async () => {
		await visit.setWebhook();
		visit.receiver.answer = status(404);
		await visit.sandbox.control('POST', '/events/sms.received', { body: 'long ago' });
		await visit.open('dead-letters');
		const letter = visit.page.getByRole('row', { name: /sms.received/ });
		await letter.getByText('The receiver refused it').waitFor();
		await letter.getByText('HTTP 404').waitFor();
		await visit.page.getByRole('link', { name: /Dead letters 1/ }).waitFor();
		await visit.sandbox.control('POST', '/clock', { advance_seconds: 7200 });
		await visit.sandbox.control('POST', '/events/sms.received', { body: 'just now' });
		await visit.page.getByText('1 to 2 of 2').waitFor();
		visit.receiver.answer = status(200);
		visit.receiver.received.length = 0;
		const replay = async (which: string, words: string) => {
			await visit.button('Replay several').click();
			await visit.dialog().getByLabel('Which').selectOption(which);
			await visit.button('Replay', visit.dialog()).click();
			await visit.page.getByText(words).last().waitFor();
		};
		await replay('Given up in the last hour', '1 event is being sent again.');
		await eventually(() => visit.receiver.received.find(({ body }) => body.includes('just now')));
		expect(visit.receiver.received.filter(({ body }) => body.includes('long ago'))).toEqual([]);
		await replay('All', '1 event is being sent again.');
		await eventually(() => visit.receiver.received.find(({ body }) => body.includes('long ago')));
		await replay('All', '0 events are being sent again.');
		expect(visit.receiver.received).toHaveLength(2);

		await visit
			.button(/^Replay sms.received/)
			.first()
			.click();
		await visit.page.getByText('sms.received is being sent again.').waitFor();
		await visit.page.getByRole('link', { name: 'Watch it' }).click();
		await visit.page.getByText('Attempt 1').waitFor();
		await visit.page.getByText('HTTP 200').waitFor();
	});

	it('a skill is switched off and on', async () => {
		await visit.open('skills');
		await visit.button('Switch off Daily report').click();
		await visit.button('Switch on Daily report').waitFor();
		const { skills } = await visit.sandbox.control('GET', '/skills');
		expect(skills.find(({ name }) => name === 'Daily report')).toMatchObject({ is_enabled: false });
		await visit.button('Switch on Daily report').click();
		await visit.button('Switch off Daily report').waitFor();
	});

	it('the reference lists the operations of the service, and lets one be tried', async () => {
		await visit.page.goto(`${visit.sandbox.url}/docs`);
		await visit.page.locator('#operations-tag-Messages').click();
		const message = visit.page
			.locator('[id^="operations-Messages-"]')
			.filter({ hasText: 'One message in full' });
		await message.click();
		await message.getByRole('button', { name: 'Execute' }).waitFor();
	});
});
