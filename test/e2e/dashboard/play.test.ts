import { buffer } from 'node:stream/consumers';
import { describeInBrowser } from '../support/describe-in-browser.ts';
import { visitDashboard } from '../support/dashboard.ts';
import { status } from '../../support/http-server.ts';

describeInBrowser('playing and going back in the dashboard', () => {
	const visit = visitDashboard();
	const texts = async () => {
		const { messages } = await visit.sandbox.control('GET', '/messages?limit=5');
		return messages.map(({ body }) => body);
	};

	it('a scenario says what a workflow should do, plays, and shows each step as it is done', async () => {
		await visit.setWebhook();
		await visit.open('');
		const card = visit.page.getByRole('region', { name: 'Play a scenario' });
		await card.getByText('What a workflow should do: Tell a person at once').waitFor();
		await visit.button('Play An angry customer', card).click();
		const played = card.getByRole('region', { name: 'Last played' });
		await played
			.getByRole('listitem')
			.filter({ hasText: 'A customer complains by SMS' })
			.getByText('done')
			.waitFor();
		await visit.sandbox.advance('4s');
		await visit.sandbox.waitForDelivery({
			body: { data: { body: 'Does anybody read this? I want my money back.' } },
		});
		await visit.sandbox.advance('6s');
		await played.getByText('finished').waitFor();
		expect(await played.getByText('done').count()).toBe(3);
		expect(visit.receiver.received).toHaveLength(3);
	});

	it('a scenario turns red when one of its events becomes a dead letter', async () => {
		await visit.setWebhook();
		visit.receiver.answer = status(401);
		await visit.open('');
		const card = visit.page.getByRole('region', { name: 'Play a scenario' });
		await card
			.getByRole('button', { name: /^Play / })
			.last()
			.click();
		const played = card.getByRole('region', { name: 'Last played' });
		await played.getByText(/^\d of \d steps failed$/).waitFor();
		await played
			.getByText(/n8n refused the signature \(401\)/)
			.first()
			.waitFor();
		await played.getByRole('link', { name: 'Delivery' }).first().click();
		await visit.page.getByRole('heading', { level: 1, name: /received|completed/ }).waitFor();
	});

	it('a scenario that expects something says for each expectation whether it was met, and how many were', async () => {
		await visit.setWebhook();
		await visit.sandbox.playScenario({
			...{ title: 'Graded', story: 'An SMS comes.', expected: 'Say nothing.' },
			steps: [
				{ note: 'An SMS comes', call: 'POST /events/sms.received' },
				{ note: 'Nobody is written to', expect: { nothing_else: true }, within: '0s' },
				{ note: 'The customer is answered', expect: { message: {} }, within: '0s' },
			],
		});
		await visit.open('');
		const played = visit.page.getByRole('region', { name: 'Last played' });
		await played.getByText('1 of 2 expectations are met').waitFor();
		const steps = await played.getByRole('listitem').allInnerTexts();
		expect(steps[1]).toMatch(/^Nobody is written to\s+yes/);
		expect(steps[2]).toMatch(/^The customer is answered\s+no[^]*Nothing came/);
	});

	it('a snapshot is saved under a name, restored, exported as a file, deleted and imported; another file is refused in words', async () => {
		const before = await texts();
		await visit.open('faults');
		const card = visit.page.getByRole('region', { name: 'Snapshots' }).first();
		await card.getByLabel('Name').fill('before the demo');
		await visit.button('Save snapshot', card).click();
		await card.getByText('Name: must be a word of letters, digits, _ and -').waitFor();
		await card.getByLabel('Name').fill('before-the-demo');
		await visit.button('Save snapshot', card).click();
		await card.getByRole('row', { name: /before-the-demo/ }).waitFor();

		await visit.sandbox.receiveSms({ body: 'During the demo' });
		expect(await texts()).toContain('During the demo');
		await visit.button('Restore before-the-demo', card).click();
		await visit.page.getByText('Everything is as it was in before-the-demo').waitFor();
		expect(await texts()).toEqual(before);

		const downloading = visit.page.waitForEvent('download');
		await card.getByRole('button', { name: 'Export before-the-demo' }).click();
		const download = await downloading;
		expect(download.suggestedFilename()).toBe('before-the-demo.json');
		const exported = await buffer(await download.createReadStream());
		await visit.button('Delete before-the-demo', card).click();
		await card.getByRole('row', { name: /before-the-demo/ }).waitFor({ state: 'detached' });

		const choose = async (name: string, content: Buffer) => {
			const choosing = visit.page.waitForEvent('filechooser');
			await visit.button('Import a file', card).click();
			await (await choosing).setFiles({ name, mimeType: 'application/json', buffer: content });
		};
		await choose('photo.png', Buffer.from('PNG'));
		await visit.page.getByText('photo.png is no snapshot file: it is not JSON.').waitFor();
		await choose('before-the-demo.json', exported);
		await visit.page.getByText('The snapshot before-the-demo is imported.').waitFor();
		await card.getByRole('row', { name: /before-the-demo/ }).waitFor();
	});
});
