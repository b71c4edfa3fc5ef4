import { describeInBrowser } from '../support/describe-in-browser.ts';
import { visitDashboard } from '../support/dashboard.ts';
import { callFunction } from '../../support/call-service.ts';
import { eventually } from '../../support/eventually.ts';

describeInBrowser('what happens, in the dashboard', () => {
	const visit = visitDashboard();

	describe('making things happen (section 6, event kinds)', () => {
		it('an SMS arrives: the page shows its message, its delivery and every attempt', async () => {
			await visit.setWebhook();
			let attempt = 0;
			visit.receiver.answer = (_request, response) => {
				attempt += 1;
				response.writeHead(attempt === 1 ? 503 : 200).end(attempt === 1 ? 'busy right now' : 'thank you');
			};
			await visit.open('');
			await visit.page.getByLabel('Text').fill('Is my table ready?');
			await visit.button('Make it happen').click();
			const outcome = visit.page.getByRole('region', { name: 'Result' });
			await outcome.getByText('Is my table ready?').waitFor();
			await outcome.getByText('2 attempts, last: HTTP 200').waitFor();
			await outcome.getByRole('link', { name: /Sandbox key/ }).click();

			await visit.page.getByRole('heading', { level: 1, name: 'sms.received' }).waitFor();
			const attempts = visit.page.getByRole('main').locator('li.attempt');
			expect(await attempts.count()).toBe(2);
			expect(await attempts.nth(0).innerText()).toMatch(
				/Attempt 2[^]*HTTP 200[^]*\d m?s[^]*POST http[^]*thank you/,
			);
			expect(await attempts.nth(1).innerText()).toMatch(
				/Attempt 1[^]*HTTP 503[^]*\d m?s[^]*POST http[^]*busy right now/,
			);
			await visit.page.getByLabel('Body', { exact: true }).getByText('Is my table ready?').waitFor();
			expect(visit.receiver.received).toHaveLength(2);

			await visit.page.getByRole('link', { name: 'Messages' }).click();
			await visit.page
				.getByRole('row', { name: /inbound.*Dana Whitfield.*Is my table ready\?.*delivered/s })
				.waitFor();
		});

		it('each kind at the press of a button, as it stands', async () => {
			await visit.setWebhook();
			await visit.sandbox.control('PATCH', '/chatapp-accounts/106540352242922', {
				webhook_url: visit.receiver.url,
			});
			await visit.open('');
			const result = visit.page.getByRole('region', { name: 'Result' });
			for (const [index, [title, event]] of [
				['An SMS arrives', 'sms.received'],
				['An SMS goes out', 'sms.sent'],
				['A chat message arrives', 'chatapp.received'],
				['A call ends', 'call.completed'],
				['A website chat closes', 'chat.session.completed'],
			].entries()) {
				await visit.page.getByRole('radio', { name: title }).check({ force: true });
				await visit.button('Make it happen').click();
				await visit.page.getByRole('status').getByText(`${title}: done.`).waitFor();
				const { body } = await eventually(() => visit.receiver.received[index]);
				expect(JSON.parse(body)).toMatchObject({ event });
				await result.getByText('succeeded').first().waitFor();
			}
		});

		it('a refusal is shown at its field, in words', async () => {
			await visit.open('');
			const from = visit.page.getByLabel('From');
			await from.fill('nonsense');
			await visit.button('Make it happen').click();
			await visit.page
				.getByRole('alert')
				.getByText('From: a number like +14155550123', { exact: true })
				.waitFor();
			expect(await from.getAttribute('aria-invalid')).toBe('true');
			expect(await visit.page.locator('input:focus').getAttribute('name')).toBe('from_number');
			await from.fill('+14155550123');
			await visit.button('Make it happen').click();
			await visit.page
				.getByRole('status')
				.getByText(/An SMS arrives: done/)
				.waitFor();
			expect(await visit.page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
		});
	});

	it('a message that was not delivered shows its delivery error (section 2)', async () => {
		await visit.open('messages');
		const { message } = await visit.sandbox.control('POST', '/events/sms.sent', {
			body: 'in vain',
		});
		const row = visit.page.getByRole('row', { name: /in vain/ });
		await row.getByText('sent', { exact: true }).waitFor();
		await visit.sandbox.control('POST', `/messages/${message.id}/status`, {
			status: 'failed',
			code: '30006',
			reason: 'Landline or unreachable carrier',
		});
		await row.getByText('failed', { exact: true }).waitFor();
		await row.getByText('30006 Landline or unreachable carrier').waitFor();
	});

	it('campaigns show their progress while they are running', async () => {
		const { batches } = await visit.sandbox.control('GET', '/batches');
		expect(batches.length).toBeGreaterThan(0);
		const rowOf = (name: string) =>
			visit.page.getByRole('row').filter({ has: visit.page.getByRole('link', { name, exact: true }) });
		await visit.open('batches');
		for (const { name, status: state, total_recipients: total } of batches) {
			const batch = rowOf(name);
			await batch.getByText(state, { exact: true }).waitFor();
			expect(await batch.getByRole('progressbar').getAttribute('max')).toBe(String(total));
		}
		const { batch } = (
			await callFunction<{ batch: { id: string } }>(visit.sandbox, 'batch-calls', {
				action: 'create',
				name: 'Seen going on',
				caller_id: '+14155550100',
				recipients: Array.from({ length: 6 }, (_, index) => ({ phone_number: `+1415555020${index}` })),
			})
		).body;
		const going = rowOf('Seen going on');
		await going.getByText('running').waitFor();
		await visit.sandbox.control('POST', '/clock', { advance_seconds: 3600 });
		await going.getByText('completed', { exact: true }).waitFor();
		expect(await going.getByRole('progressbar').getAttribute('value')).toBe('6');
		expect(await visit.sandbox.control('GET', `/batches/${batch.id}`)).toMatchObject({ status: 'completed' });
	});

	it('hostile text is shown as text, wherever it comes from', async () => {
		const hostile = '<img src=x onerror="hacked=1"><script>hacked=1</script>"\'&amp;</td>';
		visit.receiver.answer = (_request, response) => response.writeHead(200).end(hostile);
		await visit.sandbox.control('PATCH', `/api-keys/${visit.sandbox.apiKeyId}`, {
			name: hostile,
			webhook_url: `${visit.receiver.url}/?<script>hacked=1</script>`,
		});
		await visit.open('');
		await visit.page.getByLabel('Text').fill(hostile);
		await visit.button('Make it happen').click();
		const outcome = visit.page.getByRole('region', { name: 'Result' });
		await outcome.getByText(hostile, { exact: true }).waitFor();
		await outcome.getByText('succeeded').waitFor();
		const seen = async () => {
			expect(await visit.page.getByText(hostile).count()).toBeGreaterThan(0);
			expect(await visit.page.evaluate<boolean>("'hacked' in globalThis")).toBe(false);
			expect(await visit.page.locator('main img, main script').count()).toBe(0);
		};
		await seen();
		for (const section of ['messages', 'keys', 'deliveries'] as const) {
			await visit.open(section);
			await visit.page.getByText(hostile).first().waitFor();
			await seen();
		}
		const { deliveries } = await visit.sandbox.control('GET', '/deliveries');
		await visit.open(`deliveries/${deliveries[0]?.id}`);
		await visit.page.getByLabel('Answer to attempt 1').getByText(hostile, { exact: true }).waitFor();
		await seen();
	});
});
