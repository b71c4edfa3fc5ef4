import type { IDataObject } from 'n8n-workflow';

import { useFastClock } from '../support/fast-clock';
import { TestService } from '../support/test-service';
import { activate, secret } from '../support/trigger-webhook';

useFastClock();

const WEBHOOKS = 'http://127.0.0.1:5678/webhook';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
afterEach(async () => await service.clear());

const credential = (more = {}) => ({
	...service.credentials.voiceAgentApi,
	signingSecret: secret,
	...more,
});

describe('Voice Agent Trigger: activation', () => {
	it('works with a complete credential', async () => {
		expect(await activate({}, credential(), WEBHOOKS)).toBe('');
	});

	it('is refused without a signing secret, with the URL to paste', async () => {
		await expect(activate({}, credential({ signingSecret: 'whsec_' }), WEBHOOKS)).rejects.toThrow(
			/Signing Secret.*shorter than 16.*http:\/\/127\.0\.0\.1:5678\/webhook\/\S+.*paste/,
		);
	});

	it.each<[string, IDataObject]>([
		[
			"The expression in 'Ignore Repeated Events' gave no value",
			{ options: { deduplicate: '={{ $vars.deduplicate }}' } },
		],
		['$vars.respond }}" is not one of its options', { acknowledge: '={{ $vars.respond }}' }],
	])('is refused where %s', async (words, parameters) => {
		const refused = activate(parameters, credential(), WEBHOOKS);
		await expect(refused).rejects.toThrow(words);
		// A person sees nothing but the message, so it says how to go on.
		await expect(refused).rejects.toThrow(/\. [A-Z][^.]* (switch|Enter|Choose|from|under|an?) .*\.$/);
	});

	it('is refused without a credential, in words that say so', async () => {
		await expect(activate({}, undefined, WEBHOOKS)).rejects.toThrow(/credential/i);
	});

	it('is refused with a key that the service does not accept', async () => {
		const apiKey = `svc_${'0'.repeat(40)}`;
		await expect(activate({}, credential({ apiKey }), WEBHOOKS)).rejects.toThrow(
			/API key .* wrong or was revoked/,
		);
	});

	it('only warns when the service may not reach n8n', async () => {
		// Nothing answers there either, which is a warning of its own.
		const baseUrl = 'https://service.invalid';
		expect(await activate({}, credential({ baseUrl }), WEBHOOKS)).toMatch(
			/works only inside your own network.*N8N_WEBHOOK_URL/,
		);
	});

	it('asks no more than three times', async () => {
		await service.fault('list-messages', { kind: 'status', status: 503 });
		expect(await activate({}, credential(), WEBHOOKS)).toMatch(/did not answer at activation/);
		expect(await service.requests('list-messages')).toHaveLength(3);
	});
});
