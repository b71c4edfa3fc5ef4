import type { SandboxAccount } from '../../sandbox/src/client/account.ts';
import type { KeptN8n } from '../e2e/support/real-n8n.ts';

/** What the test files of a worker hand on: data alone, since each file has its own classes. */
interface KeptByWorker {
	/** Sandboxes by the options with which they were started. */
	sandboxes?: Record<string, ConstructorParameters<typeof SandboxAccount>[0]>;
	/** n8ns by their roles. */
	n8ns?: Record<string, KeptN8n>;
}

declare global {
	/** Of the test environment: the same for all test files of a worker. */
	var keptByWorker: () => KeptByWorker;
}
