"""Models of JavaScript and TypeScript: decorated classes, Prisma's schemas, Drizzle's tables, Sequelize's definitions."""

from tests.engine.frameworks.building import facts_of, model, relations, shape


def details(one) -> dict[str, str]:
    return {field.name: field.detail for field in one.fields if field.detail}


def keys(one) -> list[str]:
    return [field.name for field in one.fields if field.is_key]


def test_typeorm_entities():
    found = facts_of(
        {
            "base.ts": """
                import { PrimaryGeneratedColumn, CreateDateColumn } from 'typeorm';

                export abstract class Base {
                  @PrimaryGeneratedColumn('uuid')
                  id: string;

                  @CreateDateColumn() createdAt: Date;
                }
            """,
            "user.ts": """
                import { Entity, Column, OneToMany, ManyToOne, ManyToMany, OneToOne, Index, JoinColumn, Unique } from 'typeorm';
                import { Base } from './base';
                import { Role as UserRole } from './role';
                import type { Relation } from 'typeorm';

                /** Who signs in. */
                @Entity({ name: 'users' })
                export class User extends Base {
                  @Column({
                    type: String,
                    unique: true,
                    nullable: true,
                  })
                  email: string | null;

                  @Index()
                  @Column('varchar', { length: 80, default: '' })
                  name: string;

                  @ManyToOne(() => UserRole, (role) => role.users, {
                    eager: true,
                  })
                  @JoinColumn()
                  role?: Relation<UserRole>;

                  @OneToMany('Post', 'author') posts: Post[];
                  @ManyToMany((type) => User) friends: User[];
                  @OneToOne(() => Profile) profile: Promise<Profile | null>;
                  token: string;

                  @Column() age?: number = 0;
                  greet() {}
                }
            """,
            "role.ts": """
                import { Entity, PrimaryColumn, OneToMany } from 'typeorm';
                import { User } from './user';
                @Entity('role')
                export class Role {
                  @PrimaryColumn() key: string;
                  @OneToMany(() => User, (user) => user.role) users: User[];
                }
            """,
            "decoy.ts": """
                import { Entity, Column } from './my-own';
                @Entity()
                export class Decoy {
                  @Column() x: string;
                }
            """,
        }
    )
    user = model(found, "User")
    assert (user.table, user.kind, user.framework, user.place.line) == ("users", "table", "TypeORM", 8)
    assert user.docstring == "Who signs in."
    assert shape(user) == [
        ("id", "uuid"),
        ("createdAt", "Date"),
        ("email", "String"),
        ("name", "varchar"),
        ("age", "number"),
    ]
    assert details(user) == {
        "id": "generated",
        "email": "unique=true, nullable=true",
        "name": "length=80, default='', index",
    }
    assert keys(user) == ["id"]
    assert (user.fields[0].inherited_from, user.fields[0].place.path, user.fields[0].line) == ("Base", "base.ts", 5)
    assert (user.fields[2].inherited_from, user.fields[2].line) == ("", 14)
    assert relations(user) == [
        ("role", "many to one", "Role"),
        ("posts", "one to many", "Post"),
        ("friends", "many to many", "User"),
        ("profile", "one to one", "Profile"),
    ]
    assert user.relations[0].line == 24
    assert keys(model(found, "Role")) == ["key"]
    assert {item.name for item in found.models} == {"User", "Role"}
    assert found.frameworks == ("TypeORM",)


def test_mikro_orm_and_sequelize_typescript():
    found = facts_of(
        {
            "book.ts": """
                import { Entity, Property, PrimaryKey, ManyToOne, OneToMany, Collection, Enum, Unique } from '@mikro-orm/core';
                @Entity({ tableName: 'books' })
                export class Book {
                  @PrimaryKey() id!: number;
                  @Property({ type: 'text', nullable: true }) @Unique() title?: string;
                  @Enum(() => Kind) kind!: Kind;
                  @ManyToOne() author!: Author;
                  @ManyToOne({ entity: () => Shop }) shop!: any;
                  @OneToMany(() => Tag, (tag) => tag.book) tags = new Collection<Tag>(this);
                }
            """,
            "person.ts": """
                import { Table, Column, Model, DataType, PrimaryKey, ForeignKey, BelongsTo, HasMany, AllowNull }
                  from 'sequelize-typescript';
                @Table({ tableName: 'people' })
                export class Person extends Model<Person> {
                  @PrimaryKey()
                  @Column(DataType.UUID)
                  id: string;
                  @AllowNull(false) @Column() name: string;
                  @Column({ type: DataType.STRING(40), unique: true }) mail: string;
                  @ForeignKey(() => Team) @Column() teamId: number;
                  @BelongsTo(() => Team) team: Team;
                  @HasMany(() => Pet) pets: Pet[];
                }
            """,
        }
    )
    book = model(found, "Book")
    assert (book.table, shape(book)) == ("books", [("id", "number"), ("title", "text"), ("kind", "Kind")])
    assert details(book) == {"title": "nullable=true, unique"}
    assert relations(book) == [
        ("author", "many to one", "Author"),
        ("shop", "many to one", "Shop"),
        ("tags", "one to many", "Tag"),
    ]
    person = model(found, "Person")
    assert shape(person) == [("id", "UUID"), ("name", "string"), ("mail", "STRING(40)"), ("teamId", "number")]
    assert keys(person) == ["id"]
    assert details(person) == {"name": "null=false", "mail": "unique=true", "teamId": "foreign key to Team"}
    assert relations(person) == [
        ("teamId", "foreign key", "Team"),
        ("team", "many to one", "Team"),
        ("pets", "one to many", "Pet"),
    ]


def test_documents_of_classes():
    found = facts_of(
        {
            "cat.ts": """
                import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
                import { Types } from 'mongoose';
                import { Owner } from './owner';
                @Schema({ collection: 'cats', timestamps: true })
                export class Cat {
                  @Prop({ required: true }) name: string;
                  @Prop([String]) tags: string[];
                  @Prop({ type: Types.ObjectId, ref: Owner.name }) owner: Owner;
                  @Prop({ type: [{ type: Types.ObjectId, ref: 'Toy' }] }) toys: Toy[];
                }
                export const CatSchema = SchemaFactory.createForClass(Cat);
            """,
            "owner.ts": """
                import { prop, Ref, getModelForClass } from '@typegoose/typegoose';
                export class Owner {
                  @prop({ required: true }) public name!: string;
                  @prop({ ref: () => Owner }) public friend?: Ref<Owner>;
                }
                export const OwnerModel = getModelForClass(Owner);
            """,
        }
    )
    cat = model(found, "Cat")
    assert (cat.kind, cat.table, cat.framework) == ("document", "cats", "Mongoose")
    assert shape(cat) == [("name", "string"), ("tags", "[String]"), ("owner", "ObjectId"), ("toys", "[ObjectId]")]
    assert relations(cat) == [("owner", "ref", "Owner"), ("toys", "ref to many", "Toy")]
    assert relations(model(found, "Owner")) == [("friend", "ref", "Owner")]


def test_prisma():
    found = facts_of(
        {
            "prisma/schema.prisma": """
                datasource db {
                  provider = "postgresql"
                }

                /// People who write.
                model User {
                  id      Int      @id @default(autoincrement())
                  email   String   @unique @db.VarChar(255) // mail
                  role    Role     @default(USER)
                  posts   Post[]   @relation("author")
                  liked   Post[]   @relation("likes")
                  profile Profile?
                  tags    String[] @default(["a", "b"])

                  @@index([email, id(sort: Desc)])
                  @@map("users")
                }

                enum Role {
                  USER
                  ADMIN @map("admin")
                }

                model Profile {
                  user   User @relation(fields: [userId], references: [id], onDelete: Cascade)
                  userId Int  @unique
                  kind   String?

                  @@id([userId, kind])
                }
            """,
            "prisma/post.prisma": """
                model Post {
                  id       Int    @id
                  author   User   @relation("author",
                    fields: [authorId], references: [id])
                  authorId Int    @map("author_id")
                  likes    User[] @relation(name: "likes")
                  slug     String @default(dbgenerated("gen()"))
                  @@unique([authorId, slug], name: "own")
                }
            """,
        }
    )
    user = model(found, "User")
    assert (user.place.line, user.place.end_line, user.table, user.docstring) == (6, 17, "users", "People who write.")
    assert shape(user) == [("id", "Int"), ("email", "String"), ("role", "Role"), ("tags", "String[]")]
    assert details(user) == {
        "id": "default=autoincrement()",
        "email": "unique, VarChar(255)",
        "role": "default=USER, one of USER, ADMIN",
        "tags": 'default=["a", "b"]',
    }
    assert relations(user) == [
        ("posts", "one to many", "Post"),
        ("liked", "many to many", "Post"),
        ("profile", "one to one", "Profile"),
    ]
    profile, post = model(found, "Profile"), model(found, "Post")
    assert keys(profile) == ["userId", "kind"] and relations(profile) == [("user", "one to one", "User")]
    assert relations(post) == [("author", "many to one", "User"), ("likes", "many to many", "User")]
    assert details(post) == {
        "authorId": 'foreign key to User.id, column="author_id", unique with slug',
        "slug": 'default=dbgenerated("gen()"), unique with authorId',
    }
    assert found.frameworks == ("Prisma",)


def test_drizzle():
    found = facts_of(
        {
            "schema.ts": """
                import { pgTable, pgTableCreator, serial, varchar, integer, timestamp, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
                import { relations } from 'drizzle-orm';

                const stamps = { createdAt: timestamp('created_at').defaultNow() };

                export const teams = pgTable('teams', { id: serial('id').primaryKey(), ...stamps });

                export const users = pgTable(
                  'users',
                  {
                    id: serial('id').primaryKey(),
                    email: varchar('email', { length: 255 }).notNull().unique(),
                    teamId: integer('team_id')
                      .notNull()
                      .references(() => teams.id, { onDelete: 'cascade' }),
                    bossId: integer('boss_id').references((): AnyPgColumn => users.id),
                  },
                  (table) => [uniqueIndex('once').on(table.email, table.teamId)],
                );

                export const userRelations = relations(users, ({ one, many }) => ({
                  team: one(teams, { fields: [users.teamId], references: [teams.id] }),
                  posts: many(posts),
                }));

                const createTable = pgTableCreator((name) => `app_${name}`);

                export const posts = createTable('post', (d) => ({
                  userId: d.integer().notNull(),
                  slug: d.varchar({ length: 10 }),
                }), (t) => ({ pk: primaryKey({ columns: [t.userId, t.slug] }) }));
            """,
            "decoy.ts": "export const x = pgTable('x', { id: 1 });\n",
        }
    )
    users = model(found, "users")
    assert (users.table, users.framework, users.place.line, users.place.end_line) == ("users", "Drizzle", 8, 19)
    assert shape(users) == [
        ("id", "serial"),
        ("email", "varchar(length: 255)"),
        ("teamId", "integer"),
        ("bossId", "integer"),
    ]
    assert details(users) == {
        "email": "not null, unique, unique with teamId",
        "teamId": "not null, foreign key to teams.id, unique with email",
        "bossId": "foreign key to users.id",
    }
    assert relations(users) == [
        ("bossId", "foreign key", "users"),
        ("team", "many to one", "teams"),
        ("posts", "one to many", "posts"),
    ]
    assert shape(model(found, "teams")) == [("id", "serial"), ("createdAt", "timestamp")]
    posts = model(found, "posts")
    assert keys(posts) == ["userId", "slug"] and shape(posts)[1] == ("slug", "varchar(length: 10)")
    assert [item.name for item in found.models] == ["teams", "users", "posts"]


def test_sequelize():
    found = facts_of(
        {
            "package.json": "{}",
            "models/user.js": """
                const { Model } = require('sequelize');
                module.exports = (sequelize, DataTypes) => {
                  class User extends Model {
                    static associate(models) {
                      User.hasMany(models.Post, { as: 'posts', foreignKey: 'userId' });
                      this.belongsTo(models.Team);
                    }
                  }
                  User.init(
                    {
                      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
                      name: DataTypes.STRING(40),
                      teamId: { type: DataTypes.INTEGER, allowNull: false, references: { model: 'teams', key: 'id' } },
                    },
                    { sequelize, modelName: 'User', tableName: 'users' }
                  );
                  return User;
                };
            """,
            "models/post.js": """
                module.exports = (sequelize, DataTypes) => {
                  const Post = sequelize.define('Post', { title: { type: DataTypes.TEXT } }, { timestamps: false });
                  Post.associate = (models) => {
                    Post.belongsTo(models.User, { as: 'author' });
                    Post.belongsToMany(models.Team, { through: 'x' });
                  };
                  return Post;
                };
            """,
            "models/team.js": """
                module.exports = (sequelize, DataTypes) => sequelize.define('Team', { title: DataTypes.STRING });
            """,
            "other.js": "lodash.define('x', { a: 1 });\n",
        }
    )
    user = model(found, "User")
    assert (user.table, user.place.line, user.shape.line) == ("users", 3, 9)
    assert shape(user) == [("id", "UUID"), ("name", "STRING(40)"), ("teamId", "INTEGER")]
    assert keys(user) == ["id"]
    assert details(user) == {"id": "defaultValue=DataTypes.UUIDV4", "teamId": "foreign key to teams, allowNull=false"}
    assert relations(user) == [("posts", "one to many", "Post"), ("Team", "many to one", "Team")]
    assert relations(model(found, "Post")) == [("author", "many to one", "User"), ("Team", "many to many", "Team")]
    assert {item.name for item in found.models} == {"User", "Post", "Team"}
