import { describeInBrowser } from '../support/describe-in-browser.ts';
import { visitDashboard } from '../support/dashboard.ts';
import { callFunction } from '../../support/call-service.ts';
import { eventually } from '../../support/eventually.ts';
import { untypedControl } from '../../support/untyped-control.ts';

describeInBrowser('the pages of the dashboard', () => {
	const visit = visitDashboard();
	const heading = (name: string | RegExp) => visit.page.getByRole('heading', { level: 1, name });

	describe('records', () => {
		it('each has a row, a page with all its fields and the raw JSON, and an ID to copy', async () => {
			for (const [section, path, list, name] of [
				['agents', '/agents', 'agents', 'name'],
				['skills', '/skills', 'skills', 'name'],
				['memories', '/memories', 'memories', 'phone_number'],
				['functions', '/custom-functions', 'custom_functions', 'name'],
				['knowledge', '/knowledge-sources', 'knowledge_sources', 'title'],
				['numbers', '/numbers', 'numbers', 'phone_number'],
				['batches', '/batches', 'batches', 'name'],
			] as const) {
				const rows = (
					await untypedControl<Record<string, Array<Record<string, string>>>>(visit.sandbox, 'GET', path)
				)[list];
				const [first] = rows ?? [];
				expect(first).toBeDefined();
				await visit.open(section);
				const main = visit.page.getByRole('main');
				const link = main
					.getByRole('row')
					.getByRole('link', { name: String(first?.[name]) })
					.first();
				await link.waitFor();
				expect(await main.locator('tbody tr').count()).toBe(rows?.length);
				await visit.page.getByRole('button', { name: 'Copy ID' }).first().click();
				expect(await visit.page.evaluate<string>('navigator.clipboard.readText()')).toBe(first?.id);
				await link.click();
				await heading(String(first?.[name])).waitFor();
				const labels = await visit.page.locator('main dl').first().locator('> div > dt').allTextContents();
				expect(labels.length).toBeGreaterThanOrEqual(Object.keys(first ?? {}).length);
				await main.getByText('Raw JSON').click();
				const raw = await main.getByLabel('Raw JSON', { exact: true }).textContent();
				expect(JSON.parse(raw ?? '')).toMatchObject(first ?? {});
				const reference = main.getByRole('link', { name: 'What the fields mean' });
				expect(await reference.getAttribute('href')).toBe('/docs');
			}
		});

		it('the page says that an unknown ID is unknown; an unknown section leads to the first page', async () => {
			await visit.open('agents/none');
			await visit.page.getByText('There is nothing with this ID under Agents.').waitFor();
			await visit.open('deliveries/none');
			await visit.page.getByText('There is nothing with this ID under Deliveries.').waitFor();
			await visit.open('constructor');
			await heading('Make it happen').waitFor();
		});

		it('a recording to clone a voice from is downloaded', async () => {
			await visit.open('voices');
			const waiting = visit.page.waitForEvent('download');
			await visit.page.getByRole('button', { name: /Download a 30-second recording/ }).click();
			expect((await waiting).suggestedFilename()).toBe('recording.wav');
		});
	});

	it('each list with a search box is searched by it', async () => {
		for (const section of [
			...[
				'requests',
				'deliveries',
				'dead-letters',
				'function-calls',
				'contacts',
				'messages',
				'calls',
				'chats',
			],
			'batches',
			...['agents', 'skills', 'memories', 'functions', 'knowledge', 'numbers'],
		]) {
			await visit.open(section);
			await visit.page.getByRole('searchbox').fill('a quokka');
			await visit.page.getByText('Nothing matches.').waitFor();
		}
	});

	describe('messages', () => {
		it('are filtered by channel and text, and paged; what is typed on another page does not filter them', async () => {
			await visit.sandbox.control('POST', '/events/sms.received', { body: 'zebra by SMS' });
			await visit.sandbox.control('POST', '/events/chatapp.received', { body: 'zebra by chat' });
			await visit.open('messages');
			await visit.page.getByRole('link', { name: 'Older' }).click();
			await visit.page.getByText(/^51 to 100 of/).waitFor();
			await visit.page.getByLabel('Search in text and numbers').fill('ZEBRA');
			await visit.page.keyboard.press('Enter');
			await visit.page.getByText('1 to 2 of 2').waitFor();
			await visit.page.getByLabel('Channel').selectOption('SMS');
			await visit.page.getByText('1 to 1 of 1').waitFor();
			await visit.page.getByRole('row', { name: /zebra by SMS/ }).waitFor();
			expect(visit.page.url()).toContain('search=ZEBRA&channel=sms');

			await visit.open('messages');
			await visit.page.getByText(/^1 to 50 of/).waitFor();
			await visit.open('calls');
			await visit.page.getByLabel('Search in calls').fill('brass');
			await visit.page.goBack();
			await heading('Messages').waitFor();
			await visit.page.getByRole('row', { name: /zebra by chat/ }).waitFor();
			expect(visit.page.url()).not.toContain('search');
			expect(await visit.page.getByLabel('Search in text and numbers').inputValue()).toBe('');
		});
	});

	it('a rule makes a person reply by itself', async () => {
		await visit.open('scripted-replies');
		await visit.button('Add rule').click();
		await visit.dialog().getByLabel('Number').fill('14155550123');
		await visit.dialog().getByLabel('Reply', { exact: true }).fill('Yes, of course');
		await visit.dialog().getByLabel('After (seconds)').fill('0');
		await visit.dialog().getByLabel('How many replies').fill('1');
		await visit.button('Add rule', visit.dialog()).click();
		await visit.page.getByRole('row', { name: /A person.*14155550123.*Yes, of course/ }).waitFor();
		await visit.sandbox.control('POST', '/events/sms.sent', { to_number: '+14155550123' });
		// Used up.
		await visit.page.getByText('No rules yet.').waitFor();
		await visit.open('messages');
		await visit.page.getByRole('row', { name: /Yes, of course/ }).waitFor();
	});

	describe('deliveries', () => {
		it('are edited and sent again', async () => {
			await visit.setWebhook();
			await visit.sandbox.control('POST', '/events/sms.received');
			await visit.open('deliveries');
			await visit.page.getByRole('row').getByRole('link', { name: 'sms.received' }).click();
			await visit.button('Edit and resend').click();
			const body = visit.dialog().getByLabel('Body');
			await body.fill('{"data":');
			await visit.button('Send', visit.dialog()).click();
			await visit.dialog().getByText('Body: JSON like {"name": "Ada"}').waitFor();
			await body.fill('{"event":"sms.received","edited":true}');
			await visit.button('Send', visit.dialog()).click();
			await visit.page.getByRole('link', { name: 'Watch it' }).click();
			await visit.page.getByLabel('Body', { exact: true }).getByText('"edited": true').waitFor();
			const edited = await eventually(() =>
				visit.receiver.received.find((one) => one.body.includes('edited')),
			);
			expect(edited.headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
		});
	});

	it('an event has what was typed: a photo and its caption, the transcript and the data of a call', async () => {
		await visit.setWebhook();
		await visit.sandbox.control('PATCH', '/chatapp-accounts/106540352242922', {
			webhook_url: visit.receiver.url,
		});
		await visit.open('?event=chatapp.received');
		await visit.page.getByLabel('Attachment').selectOption('Photo');
		await visit.page.getByLabel('Caption').fill('The blue one');
		await visit.button('Make it happen').click();
		const photo = await eventually(() => visit.receiver.received[0]);
		expect(JSON.parse(photo.body)).toMatchObject({
			data: { media: [{ kind: 'image', caption: 'The blue one' }] },
		});

		await visit.open('?event=call.completed');
		const transcript = visit.page.getByLabel('Transcript');
		await transcript.fill('Do you open on Sunday?');
		await visit.button('Make it happen').click();
		await visit.page.getByText('Transcript: lines that begin with “Agent:” or “Caller:”').waitFor();
		await transcript.fill('Caller: Do you open on Sunday?\n\nagent:  Yes, from ten.');
		await visit.page.getByLabel('Extracted data (JSON)').fill('{"day":"Sunday"}');
		await visit.page.getByLabel('Direction').selectOption('Outbound');
		await visit.button('Make it happen').click();
		const call = await eventually(() => visit.receiver.received[1]);
		expect(JSON.parse(call.body)).toMatchObject({
			data: {
				direction: 'outbound',
				from_number: '+14155550100',
				to_number: '+14155550123',
				transcript: [
					{ role: 'caller', text: 'Do you open on Sunday?' },
					{ role: 'agent', text: 'Yes, from ten.' },
				],
				extracted_data: { day: 'Sunday' },
			},
		});
	});

	describe('faults and time', () => {
		const list = () => callFunction(visit.sandbox, 'list-models');

		it('faults of the API and of deliveries are added, take effect, and are removed', async () => {
			await visit.open('faults');
			const form = visit.page.getByRole('form', { name: 'Request faults' });
			// Only the fields of the chosen fault are there.
			await form.getByLabel('Delay (milliseconds)').waitFor();
			await form.getByLabel('At most (milliseconds)').waitFor();
			expect(await form.getByLabel('Status').count()).toBe(0);
			await form.getByLabel('Fault').selectOption('Error status');
			expect(await form.getByLabel('At most (milliseconds)').count()).toBe(0);
			await form.getByLabel('Endpoint').selectOption('list-models');
			await form.getByLabel('How many requests').fill('');
			await form.getByLabel('Status').fill('503');
			await visit.button('Add fault', form).click();
			await visit.page.getByRole('row', { name: /Error status 503.*list-models.*until removed/ }).waitFor();
			expect((await list()).status).toBe(503);
			await visit.button('Remove Error status of list-models').click();
			await visit.page.getByRole('row', { name: /Error status 503/ }).waitFor({ state: 'detached' });
			expect((await list()).status).toBe(200);

			await form.getByLabel('Endpoint').selectOption({ index: 0 });
			await form.getByLabel('Share of the requests').fill('1.5');
			await form.getByLabel('Only with this in the body').fill('{"limit": 7}');
			await visit.button('Add fault', form).click();
			await form.getByText('must be at most 1').waitFor();
			await form.getByLabel('Share of the requests').fill('1');
			await visit.button('Add fault', form).click();
			await visit.page.getByRole('row', { name: /Error status.* 100 % .*\{"limit":7\}/ }).waitFor();
			expect((await list()).status).toBe(200);
			expect((await callFunction(visit.sandbox, 'list-messages', { limit: 7 })).status).toBe(503);

			await visit.setWebhook();
			const deliveries = visit.page.getByRole('form', { name: 'Delivery faults' });
			await deliveries.getByLabel('What happens to them').selectOption('Sent twice');
			await deliveries.getByLabel('How many').fill('1');
			await visit.button('Add fault', deliveries).click();
			await visit.page.getByText('Sent twice: the next 1').waitFor();
			await visit.sandbox.control('POST', '/events/sms.received');
			await eventually(() => visit.receiver.received[1]);
			await visit.page.getByText('Sent twice: the next 1').waitFor({ state: 'detached' });
		});

		it('time passes, is set, and is reset; the page follows it', async () => {
			const clock = async () => new Date((await visit.sandbox.control('GET', '/clock')).now);
			await visit.open('faults');
			await visit.button('1 day').click();
			await visit.page.getByRole('banner').getByText('24.0 h ahead').waitFor();
			expect((await clock()).getTime() - Date.now()).toBeGreaterThan(86_000_000);
			await visit.page.getByLabel('Or set it to').fill('2031-05-06T07:08');
			await visit.button('Set the time').click();
			await visit.page
				.getByText(/It is .*7:08/)
				.first()
				.waitFor();
			expect((await clock()).getFullYear()).toBe(2031);
			const { message } = await visit.sandbox.control('POST', '/events/sms.received', {
				body: 'in 2031',
			});
			await visit.open('messages');
			// Today in the sandbox, so without its date.
			const row = visit.page.getByRole('row', { name: /in 2031/ });
			const time = row.locator(`time[datetime="${message.created_at}"]`);
			expect(await time.textContent()).toMatch(/^7:0\d:\d\d\sAM$/);
			await visit.open('faults');
			await visit.button('Back to now').click();
			await visit.page
				.getByRole('banner')
				.getByText(/ahead|behind/)
				.waitFor({ state: 'detached' });
		});

		it('the sandbox is reset, once that is confirmed', async () => {
			await visit.sandbox.control('POST', '/events/sms.received', { body: 'soon forgotten' });
			await visit.open('faults');
			await visit.button('Reset the sandbox').click();
			await visit.dialog().getByLabel('Start with').selectOption('Nothing but an API key');
			await visit.button('Reset', visit.dialog()).click();
			await visit.page.getByText('The sandbox was reset.').waitFor();
			expect(await visit.sandbox.control('GET', '/messages')).toMatchObject({ total: 0 });
			expect(await visit.sandbox.control('GET', '/api-keys')).toMatchObject({ api_keys: [{}] });
		});
	});

	it('all tabs share one stream of changes, of which a browser may open six, and one goes on when another closes', async () => {
		let streams = 0;
		visit.context.on('request', (request) => (streams += request.url().endsWith('/live') ? 1 : 0));
		await visit.open('messages');
		const tabs = [visit.page, await visit.context.newPage(), await visit.context.newPage()];
		for (const tab of tabs) {
			if (tab !== visit.page) await tab.goto(visit.page.url());
			await tab.getByRole('status').getByText('Live').waitFor();
		}
		await visit.sandbox.control('POST', '/events/sms.received', { body: 'to all of you' });
		for (const tab of tabs) await tab.getByRole('row', { name: /to all of you/ }).waitFor();
		expect(streams).toBe(1);
		await tabs.shift()?.goto('about:blank');
		await visit.sandbox.control('POST', '/events/sms.received', { body: 'and to the rest' });
		for (const tab of tabs) await tab.getByRole('row', { name: /and to the rest/ }).waitFor();
		expect(streams).toBe(2);
	});
});
