/**
 * `@octokit/webhooks-methods` signs and verifies by the same scheme as the service
 * (interface section 6): `sha256=` and an HMAC.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** It is an ES module, which a process of its own loads; jest runs CommonJS. */
const CALL = `
	const methods = await import('@octokit/webhooks-methods');
	const [name, ...values] = JSON.parse(process.argv[1]);
	console.log(JSON.stringify(await methods[name](...values)));`;

async function call(name: 'sign' | 'verify', ...values: string[]): Promise<unknown> {
	const words = ['--input-type=module', '-e', CALL, JSON.stringify([name, ...values])];
	const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: __dirname });
	return JSON.parse(stdout);
}

/** The signature header's value. */
export const sign = async (key: string, body: string): Promise<string> =>
	String(await call('sign', key, body));

export const verify = async (key: string, body: string, signature: string): Promise<boolean> =>
	(await call('verify', key, body, signature)) === true;
