import { networkInterfaces } from 'node:os';
import { callFunction, type FullMessage, type Happened } from './support/service.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from './support/start-sandbox.ts';

jest.setTimeout(60_000);

async function withSandbox(options: SandboxOptions, use: (sandbox: Sandbox) => Promise<void>): Promise<void> {
	const sandbox = await startSandbox({ seed: 'empty', ...options });
	try {
		await use(sandbox);
	} finally {
		await sandbox.stop();
	}
}

async function mediaLink(sandbox: Sandbox): Promise<URL> {
	const media = [{ kind: 'image' }];
	const { message } = await sandbox.control<Happened>('POST', '/events/chatapp.received', { media });
	const { body } = await callFunction<FullMessage>(sandbox, 'get-message', { message_id: message.id });
	return new URL(body.media[0]?.url ?? '');
}

describe('where links point', () => {
	it('on loopback, to this machine', () =>
		withSandbox({}, async (sandbox) => {
			expect((await mediaLink(sandbox)).origin).toBe(sandbox.url);
		}));

	it('on every interface, to an address that others can reach, where the link works', () =>
		withSandbox({ host: '0.0.0.0' }, async (sandbox) => {
			const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
			const outward = own.filter(({ internal }) => !internal).map(({ address }) => address);
			const link = await mediaLink(sandbox);
			// A machine without a network has no other name than loopback.
			expect(outward.length === 0 ? ['127.0.0.1'] : outward).toContain(link.hostname);
			expect((await fetch(link)).status).toBe(200);
			const control = await fetch(`${link.origin}/sandbox/v1/status`);
			expect(control.status).toBe(outward.length === 0 ? 200 : 403);
		}));

	it('with a public URL, to that in its usual form', () =>
		withSandbox({ publicUrl: 'https://Sandbox.Example:443/' }, async (sandbox) => {
			expect((await mediaLink(sandbox)).origin).toBe('https://sandbox.example');
			expect(await sandbox.control('GET', '/status')).toMatchObject({ url: 'https://sandbox.example' });
		}));
});
