/** A set of limited size: when it is full, it forgets its oldest value. */
export class BoundedSet<T> extends Set<T> {
	/** @param maxSize The most values. */
	constructor(private readonly maxSize: number) {
		super();
	}

	override add(value: T): this {
		super.add(value);
		const [oldest = value] = this;
		if (this.size > this.maxSize) this.delete(oldest);
		return this;
	}
}
