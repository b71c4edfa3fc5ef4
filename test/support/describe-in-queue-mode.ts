import { describeWhere } from './describe-where.ts';
import { queueModeLacks } from './queue-mode-n8n.ts';

/** `describe` for tests that need PostgreSQL and Redis. */
export const describeInQueueMode = (title: string, tests: () => void): void =>
	describeWhere(queueModeLacks(), title, tests);
