/** A bare undici loop that posts one body to one receiver: what deliveries are measured against. */
import { Pool } from 'undici';

/** As many as the sandbox sends at once to one receiver. */
const CONNECTIONS = 64;

async function main([url = '', count = '', body = '']: string[]): Promise<void> {
	const { origin, pathname } = new URL(url);
	const pool = new Pool(origin, { connections: CONNECTIONS });
	const headers = { 'content-type': 'application/json', 'x-service-signature': `sha256=${'0'.repeat(64)}` };
	const postAll = async () => {
		let left = Number(count);
		const post = async () => {
			while ((left -= 1) >= 0) {
				const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
				await answer.body.dump();
			}
		};
		await Promise.all(Array.from({ length: CONNECTIONS }, post));
	};
	// A round to warm up, like the sandbox's.
	await postAll();
	const begun = performance.now();
	const before = process.cpuUsage();
	await postAll();
	const { user, system } = process.cpuUsage(before);
	process.send?.({ seconds: (performance.now() - begun) / 1000, cpuSeconds: (user + system) / 1e6 });
	await pool.close();
	process.disconnect();
}

void main(process.argv.slice(2));
