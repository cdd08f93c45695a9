import type { Clock } from '@platform/kit/clock';
import type { FrameworkId } from '@platform/venues/registry';
import { type Connection, type Model, Schema } from 'mongoose';
import { type FrameworkImage, imageDigest, imageSchema } from '../frameworks/python/image.js';
import { backtestModel } from './record.js';

/** Images of a framework that stay listed, the newest ones: docs/decisions/frameworks/framework-images.md. */
const KEPT_IMAGES = 30;

interface StoredImage {
  /** Its digest. */
  readonly _id: string;
  readonly framework: FrameworkId;
  /** The image in JSON, some hundred kilobytes: names of files are no names of fields. */
  readonly content: string;
  /** When a platform that comes with it last started. */
  readonly offeredAt: Date;
}

const schema = new Schema<StoredImage>(
  {
    _id: { type: String, required: true },
    framework: { type: String, required: true },
    content: { type: String, required: true },
    offeredAt: { type: Date, required: true },
  },
  { collection: 'framework_images', versionKey: false },
);
schema.index({ framework: 1, offeredAt: -1 });

/** Every image that this platform has listed: an upgrade brings others, and takes none of these away. */
export class ImageStore {
  readonly #images: Model<StoredImage>;
  readonly #backtests: ReturnType<typeof backtestModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#images = connection.model<StoredImage>('FrameworkImage', schema);
    this.#backtests = backtestModel(connection);
  }

  /** Keeps the images that come with the platform, and returns those that came with it before, the newest first. */
  async offer(shipped: readonly FrameworkImage[]): Promise<FrameworkImage[]> {
    await this.#images.createIndexes();
    const offeredAt = this.clock.now();
    const offered = shipped.map(({ id: framework, image }) => ({
      _id: imageDigest(image),
      set: { framework, content: JSON.stringify(image), offeredAt },
    }));
    await this.#images.bulkWrite(
      offered.map(({ _id, set }) => ({ updateOne: { filter: { _id }, update: { $set: set }, upsert: true } })),
    );
    await this.#forgetOldest(new Set(shipped.map(({ id }) => id)));
    const others = await this.#images
      .find({ _id: { $nin: offered.map(({ _id }) => _id) } })
      .sort({ offeredAt: -1, _id: 1 })
      .lean<StoredImage[]>();
    return others.flatMap(readImage);
  }

  /** Returns the digests of all that is kept and can be listed: an image that can't run counts as gone. */
  async digests(): Promise<string[]> {
    return (await this.#images.find().lean<StoredImage[]>()).flatMap(readImage).map(({ image }) => imageDigest(image));
  }

  /** What a backtest that has not ended is to run on stays, however old. */
  async #forgetOldest(frameworks: ReadonlySet<FrameworkId>): Promise<void> {
    const awaited = await this.#backtests.distinct('framework.imageDigest', { status: { $in: ['queued', 'running'] } });
    for (const framework of frameworks) {
      const surplus = await this.#images
        .find({ framework, _id: { $nin: awaited } }, { _id: 1 })
        .sort({ offeredAt: -1, _id: 1 })
        .skip(KEPT_IMAGES)
        .lean<Pick<StoredImage, '_id'>[]>();
      await this.#images.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
    }
  }
}

/** None where its protocol is no longer spoken, or where it is not what it was. */
function readImage({ _id, framework, content }: StoredImage): FrameworkImage[] {
  const { success, data: image } = imageSchema.safeParse(JSON.parse(content));
  return success && imageDigest(image) === _id ? [{ id: framework, image }] : [];
}
