import { describeWhere } from '../../../sandbox/test/support/describe-where.ts';
import { queueModeLacks } from './trigger-queue.ts';

/** `describe` for tests that need PostgreSQL and Redis. */
export const describeInQueueMode = (title: string, tests: () => void): void =>
	describeWhere(queueModeLacks(), title, tests);
