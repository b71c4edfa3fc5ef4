import { controlOf, type Announcement } from '../../../sandbox/test/support/announcement';
import { startSandbox, type Sandbox } from '../../../sandbox/test/support/start-sandbox';

declare global {
	/** Of the test environment: the same for all test files of a worker. */
	var keptByWorker: () => { sandbox?: Announcement & { apiKey: string } };
}

/** It ends with the process that runs the tests. */
export type WorkerSandbox = Omit<Sandbox, 'stop'>;

/** The sandbox that all test files of a worker share, as new. Starting one for each file took a quarter of their processor time. */
export async function sandboxAsNew(): Promise<WorkerSandbox> {
	const kept = keptByWorker();
	if (!kept.sandbox) {
		const { control: _, stop: __, ...announced } = await startSandbox();
		kept.sandbox = announced;
	}
	const control = controlOf(kept.sandbox.url);
	await control('POST', '/reset', {});
	await control('DELETE', '/faults');
	await control('DELETE', '/requests');
	return { ...kept.sandbox, control };
}
