import { describeInBrowser } from '../../test/support/describe-in-browser.ts';
import { visitDashboard } from '../../test/support/visit-dashboard.ts';
import type { FullMessage } from '../../test/support/service-records.ts';

describeInBrowser('playing and going back in the dashboard', () => {
	const visit = visitDashboard();
	const texts = async () => {
		const { messages } = await visit.sandbox.control<{ messages: FullMessage[] }>('GET', '/messages?limit=5');
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

	it('a snapshot is saved under a name, listed and restored', async () => {
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
	});
});
