import type { Resource } from '../define';
import { add } from './add.operation';

export const credit: Resource = { value: 'credit', name: 'Credit', operations: [add] };
