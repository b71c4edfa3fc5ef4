import type { Resource } from '../define';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { send } from './send.operation';
import { sendAndWait } from './sendAndWait/sendAndWait.operation';

export const message: Resource = {
	value: 'message',
	name: 'Message',
	operations: [get, getAll, send, sendAndWait],
};
