import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { describeInBrowser } from '../support/describe-in-browser.ts';
import { SECTIONS, visitDashboard } from '../support/dashboard.ts';
import { status } from '../../support/http-server.ts';
import { callFunction } from '../../support/call-service.ts';
import { eventually } from '../../support/eventually.ts';
import { startSandbox } from '../../support/start-sandbox.ts';

const KEY_FORMAT = /svc_[0-9a-f]{40}/;

describeInBrowser('the dashboard for everybody', () => {
	const visit = visitDashboard();

	it('everything can be done with the keyboard alone, and the focus is visible', async () => {
		const hasFocus = async (target: Locator) =>
			(await target.and(visit.page.locator(':focus')).count()) === 1;
		const tabTo = async (target: Locator) => {
			for (let presses = 0; presses < 60; presses += 1) {
				await visit.page.keyboard.press('Tab');
				if (await hasFocus(target)) return;
			}
			throw new Error('The keyboard does not lead there.');
		};
		const outline = () =>
			visit.page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
		await visit.setWebhook();
		await visit.open('');
		await visit.button('Make it happen').waitFor();
		await visit.page.keyboard.press('Tab');
		expect(await hasFocus(visit.button('Skip to the content'))).toBe(true);

		await tabTo(visit.page.getByRole('link', { name: 'API keys' }));
		expect(await outline()).toBe('solid');
		await visit.page.keyboard.press('Enter');
		await visit.page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
		await tabTo(visit.button('Create key'));
		expect(await outline()).toBe('solid');
		await visit.page.keyboard.press('Enter');
		await visit.dialog().waitFor();
		await visit.page.keyboard.type('By keyboard');
		await visit.page.keyboard.press('Enter');
		await visit.dialog().getByText(KEY_FORMAT).waitFor();
		await visit.page.keyboard.press('Escape');
		await visit.dialog().waitFor({ state: 'detached' });
		expect(await hasFocus(visit.button('Create key'))).toBe(true);

		await tabTo(visit.page.getByRole('link', { name: 'Make it happen' }));
		await visit.page.keyboard.press('Enter');
		await tabTo(visit.page.getByRole('radio', { name: 'An SMS arrives' }));
		await visit.page.keyboard.press('ArrowRight');
		await visit.page.getByRole('form', { name: 'An SMS goes out' }).waitFor();
		await tabTo(visit.page.getByLabel('Text'));
		await visit.page.keyboard.type('typed, not clicked');
		await tabTo(visit.button('Make it happen'));
		await visit.page.keyboard.press('Enter');
		const { body } = await eventually(() => visit.receiver.received[0]);
		expect(JSON.parse(body)).toMatchObject({ event: 'sms.sent', data: { body: 'typed, not clicked' } });
	});

	it('every section and dialog passes axe, fits wide and narrow windows, and says that it is a sandbox', async () => {
		const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
		const inspected = await visit.browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' });
		const page = await inspected.newPage();
		page.setDefaultTimeout(120_000);
		await page.addInitScript(axe);
		await visit.setWebhook();
		visit.receiver.answer = status(404);
		await visit.sandbox.control('POST', '/events/sms.received', { body: 'x'.repeat(300) });
		const { dead_letters: letters } = await eventually(async () => {
			const found = await visit.sandbox.control('GET', '/dead-letters');
			return found.dead_letters.length > 0 ? found : undefined;
		});
		const open = async (place: string) => void (await page.goto(`${visit.sandbox.url}/dashboard/#/${place}`));
		/** Looks at a part of what is open in windows of these widths and in two schemes, on which only contrasts depend. */
		const inspect = async (
			where: string,
			part: 'html' | 'main' | 'dialog' = 'main',
			widths = [800, 400, 1280],
		) => {
			await page.getByRole('heading', { level: 1 }).waitFor();
			await page.getByText('Loading…').waitFor({ state: 'detached' });
			for (const colorScheme of ['light', 'dark'] as const) {
				await page.emulateMedia({ colorScheme });
				const rules = colorScheme === 'dark' ? `{ runOnly: ['color-contrast'] }` : '{}';
				const found = await page.evaluate<Array<{ id: string; nodes: Array<{ html: string }> }>>(
					`axe.run('${part}', ${rules}).then(({ violations }) => violations)`,
				);
				const violations = found.map(({ id, nodes }) => [id, nodes[0]?.html]);
				expect({ where, colorScheme, violations }).toEqual({ where, colorScheme, violations: [] });
			}
			for (const width of widths) {
				await page.setViewportSize({ width, height: 800 });
				const wide = await page.evaluate<string[]>(
					`[document.documentElement, ...document.querySelectorAll('.table, main, form, dl')]
						.filter((element) => element.scrollWidth > element.clientWidth + 1)
						.map((element) => element.tagName + '.' + element.className)`,
				);
				// A table in a window that is not narrow may be scrolled by itself.
				const sideways = width === 400 ? wide : wide.filter((name) => name.startsWith('HTML'));
				expect({ where, width, sideways }).toEqual({ where, width, sideways: [] });
			}
			// Who says aloud what a button shows has to hit it.
			const misnamed = await page.evaluate<string[]>(
				`[...document.querySelectorAll('button[aria-label]')]
					.filter((one) => !one.ariaLabel.startsWith(one.innerText.trim()))
					.map((one) => one.outerHTML)`,
			);
			expect({ where, misnamed }).toEqual({ where, misnamed: [] });
		};
		for (const [section, title] of Object.entries(SECTIONS)) {
			await open(section);
			await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
			await page
				.getByRole('banner')
				.getByText(/Development sandbox: no real calls/)
				.waitFor();
			expect(await page.title()).toBe(`${title} · Voice Agent sandbox`);
			// The frame is the same around all of them.
			await inspect(section, section === '' ? 'html' : 'main');
			expect(await page.getByText(/Internal server error|There is no GET/).count()).toBe(0);
		}
		await open(`deliveries/${letters[0]?.delivery.id ?? ''}`);
		await page.getByText('Attempt 1').waitFor();
		await inspect('delivery');
		await callFunction(visit.sandbox, 'list-models');
		const batch = await visit.sandbox.control('POST', '/batches', {
			name: 'A draft',
			caller_id: '+14155550100',
			recipients: [{ phone_number: '+14155550123' }],
		});
		const { agents } = await visit.sandbox.control('GET', '/agents');
		await open(`agents/${agents[0]?.id ?? ''}`);
		await inspect('agent');
		await open('requests');
		await page.getByRole('row').getByRole('link').first().click();
		await page.getByLabel('Answer', { exact: true }).waitFor();
		await inspect('request');
		await open('');
		await page.getByLabel('From').fill('nonsense');
		await page.getByRole('button', { name: 'Make it happen' }).click();
		await page
			.getByRole('alert')
			.getByText(/a number like/)
			.waitFor();
		await inspect('refused form');
		for (const [place, opener] of [
			['keys', 'Create key'],
			['keys', /^Edit/],
			['keys', /^Revoke/],
			['chat', 'New person'],
			['scripted-replies', 'Add rule'],
			['faults', 'Reset the sandbox'],
			['messages', /^Reply/],
			['chat-app', 'Connect number'],
			['dead-letters', 'Replay several'],
			[`deliveries/${letters[0]?.delivery.id ?? ''}`, 'Edit and resend'],
			[`batches/${batch.id}`, 'Cancel the batch call'],
			['chats', 'Open a chat'],
		] as const) {
			await open(place);
			await page.getByRole('button', { name: opener }).first().click();
			await page.getByRole('dialog').waitFor();
			await inspect(`the dialog of ${String(opener)} in ${place}`, 'dialog', [400, 1280]);
			await page.keyboard.press('Escape');
		}
		await inspected.close();
		// It looks at dozens of pages, which takes a busy machine minutes.
	}, 600_000);

	it('has a menu in a narrow window', async () => {
		await visit.page.setViewportSize({ width: 400, height: 800 });
		await visit.open('');
		await visit.button('Menu').click();
		await visit.page.getByRole('link', { name: 'Skills', exact: true }).click();
		await visit.page.getByRole('heading', { level: 1, name: 'Skills' }).waitFor();
		await visit.page.getByRole('navigation', { name: 'Sections' }).waitFor({ state: 'hidden' });
		await visit.page.getByRole('cell').first().waitFor();
		await visit.page.setViewportSize({ width: 1280, height: 800 });
	});

	it('keeps the chosen theme', async () => {
		await visit.open('');
		const ground = () =>
			visit.page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
		const light = await ground();
		await visit.page.getByLabel('Color theme').selectOption('dark');
		const dark = await ground();
		expect(dark).not.toBe(light);
		await visit.page.reload();
		await visit.page.getByLabel('Color theme').waitFor();
		expect(await ground()).toBe(dark);
		await visit.page.evaluate('localStorage.clear()');
	});

	it('says when the sandbox has stopped, and continues when it is back', async () => {
		const first = await startSandbox();
		const port = Number(new URL(first.url).port);
		const visitor = await visit.context.newPage();
		await visitor.goto(`${first.url}/dashboard/#/messages`);
		await visitor.getByRole('status').getByText('Live').waitFor();
		await first.stop('SIGKILL');
		await visitor.getByRole('status').getByText('Reconnecting…').waitFor();
		const second = await startSandbox({ port });
		try {
			await second.control('POST', '/events/sms.received', { body: 'back again' });
			await visitor.getByRole('row', { name: /back again/ }).waitFor();
		} finally {
			await second.stop();
		}
	});
});
