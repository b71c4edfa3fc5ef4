import type { Resource } from '../operation';
import { add } from './add.operation';

export const credit: Resource = { value: 'credit', name: 'Credit', operations: [add] };
