import { describeInBrowser } from '../support/describe-in-browser.ts';
import { visitDashboard } from '../support/dashboard.ts';
import { callFunction } from '../../support/call-service.ts';

const KEY_FORMAT = /svc_[0-9a-f]{40}/;
const SECRET_FORMAT = /whsec_[0-9a-f]{48}/;

describeInBrowser('setting up in the dashboard', () => {
	const visit = visitDashboard();
	const keys = async () => (await visit.sandbox.control('GET', '/api-keys')).api_keys;
	const sandboxKey = async () => (await keys()).find(({ id }) => id === visit.sandbox.apiKeyId);

	describe('API keys (section 5)', () => {
		it('a new key is shown in full once, can be copied, and works', async () => {
			await visit.open('keys');
			await visit.button('Create key').click();
			await visit.dialog().getByLabel('Name').fill('For the tests');
			await visit.button('Create key', visit.dialog()).click();
			const shown = (await visit.dialog().getByText(KEY_FORMAT).textContent()) ?? '';
			expect(shown).toMatch(KEY_FORMAT);
			await visit.button('Copy API key').click();
			await visit.page.getByText('API key copied.').waitFor();
			expect(await visit.page.evaluate<string>('navigator.clipboard.readText()')).toBe(shown);
			const authorization = `Bearer ${shown}`;
			const headers = { 'content-type': 'application/json', authorization };
			expect((await callFunction(visit.sandbox, 'list-messages', {}, headers)).status).toBe(200);

			await visit.button('Done').click();
			await visit.dialog().waitFor({ state: 'detached' });
			await visit.page.getByRole('row', { name: /For the tests/ }).waitFor();
			expect(await visit.page.content()).not.toMatch(KEY_FORMAT);
			await visit.page.reload();
			const row = visit.page.getByRole('row', { name: /For the tests/ });
			await row.getByText(`${shown.slice(0, 8)}…`, { exact: true }).waitFor();
			expect(await row.getByText('never').count()).toBe(0);
			expect(await visit.page.content()).not.toMatch(KEY_FORMAT);
		});

		it('revoking asks first, and takes effect at once', async () => {
			const { key, id } = await visit.sandbox.control('POST', '/api-keys', { name: 'Short-lived' });
			await visit.open('keys');
			await visit.button('Revoke Short-lived').click();
			await visit.button('Cancel', visit.dialog()).click();
			expect((await keys()).find((one) => one.id === id)?.revoked_at).toBeNull();
			await visit.button('Revoke Short-lived').click();
			await visit.button('Revoke key', visit.dialog()).click();
			await visit.page.getByText('Revoked keys (1)').click();
			await visit.page.getByRole('region', { name: 'Revoked API keys' }).getByText('Short-lived').waitFor();
			const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
			expect((await callFunction(visit.sandbox, 'list-messages', {}, headers)).status).toBe(401);
		});
	});

	describe('webhooks and their secrets (section 6)', () => {
		const setUrl = async (url: string) => {
			await visit.button('Edit Sandbox key').click();
			await visit.dialog().getByLabel('Webhook URL').fill(url);
			await visit.button('Save', visit.dialog()).click();
		};

		it('the first URL creates a secret, the next one keeps it, and removing the URL removes it', async () => {
			await visit.open('keys');
			await setUrl('ftp://example.com/');
			const refusal = visit.dialog().getByRole('alert');
			await refusal.getByText('Webhook URL: an address that begins with http:// or https://').waitFor();
			await visit.dialog().getByLabel('Webhook URL').fill(`${visit.receiver.url}/first`);
			await visit.button('Save', visit.dialog()).click();
			const secret = (await visit.dialog().getByText(SECRET_FORMAT).textContent()) ?? '';
			expect((await sandboxKey())?.signing_secret).toBe(secret);
			await visit.button('Copy signing secret', visit.dialog()).click();
			await visit.page.getByText('signing secret copied.').waitFor();
			expect(await visit.page.evaluate<string>('navigator.clipboard.readText()')).toBe(secret);
			await visit.button('Done').click();

			expect(await visit.page.content()).not.toContain(secret);
			await visit.button('Show signing secret of Sandbox key').click();
			await visit.page.getByText(secret, { exact: true }).waitFor();

			await setUrl(`${visit.receiver.url}/second`);
			await visit.dialog().waitFor({ state: 'detached' });
			await visit.page.getByText(`${visit.receiver.url}/second`, { exact: true }).waitFor();
			expect((await sandboxKey())?.signing_secret).toBe(secret);

			await setUrl('');
			await visit.dialog().waitFor({ state: 'detached' });
			await visit
				.button(/signing secret of/)
				.first()
				.waitFor({ state: 'detached' });
			expect(await sandboxKey()).toMatchObject({ webhook_url: null, signing_secret: null });
		});

		it('a key is scoped to numbers, and a warning names those that need it', async () => {
			await visit.setWebhook();
			await visit.sandbox.control('POST', '/api-keys', {
				name: 'Second',
				webhook_url: `${visit.receiver.url}/second`,
			});
			await visit.open('keys');
			const warning = visit.page.getByText(/will receive no SMS and no call events until scoped/);
			expect(await warning.textContent()).toContain('“Second”, “Sandbox key”');
			for (const name of ['Second', 'Sandbox key']) {
				await visit.button(`Edit ${name}`).click();
				await visit.dialog().getByLabel('+14155550100').check();
				await visit.button('Save', visit.dialog()).click();
				await visit.dialog().waitFor({ state: 'detached' });
			}
			await warning.waitFor({ state: 'detached' });
			expect((await keys()).map((key) => key.phone_numbers)).toEqual([['+14155550100'], ['+14155550100']]);
		});
	});
});
