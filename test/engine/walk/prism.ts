/** Stoplight's Prism as a validating proxy before the sandbox. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const DOCUMENT = join(__dirname, 'interface.yaml');
const PRISM = require.resolve('@stoplight/prism-cli/dist/index.js');
const ADDRESS = /listening on (http:\/\/\S+)/;

export interface Prism {
	url: string;
	stop(): Promise<void>;
}

/**
 * Starts Prism on a free port of loopback. A request that differs from `interface.yaml` is answered 422 and
 * does not reach the service; an answer that differs becomes a 500. Both name what differs.
 */
export async function startPrism(serviceUrl: string): Promise<Prism> {
	const prism = spawn(process.execPath, [PRISM, 'proxy', DOCUMENT, serviceUrl, '--errors', '--port', '0'], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	// Read to its end, since a full pipe would stop Prism.
	const log = createInterface({ input: prism.stdout });
	const url = await new Promise<string>((resolve, reject) => {
		log.on('line', (line) => {
			const address = ADDRESS.exec(line)?.[1];
			if (address) resolve(address);
		});
		prism.on('error', reject);
		prism.on('exit', (code) => reject(new Error(`Prism ended with code ${code} before it listened`)));
	});
	return {
		url,
		async stop() {
			prism.kill();
			await once(prism, 'exit');
		},
	};
}
