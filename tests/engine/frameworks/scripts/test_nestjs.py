"""NestJS: modules, prefixes, versions, inherited routes, guards, operations, messages and jobs.

The routes expected of `APPLICATION` are those the framework's own server has for the same sources.
"""

from tests.engine.frameworks.building import endpoint, facts_of, routes

APPLICATION = {
    "src/main.ts": """
        import { NestFactory } from '@nestjs/core';
        import { VersioningType } from '@nestjs/common';
        import { AppModule } from './app.module';

        async function bootstrap() {
          const app = await NestFactory.create(AppModule);
          app.setGlobalPrefix('api', { exclude: ['health'] });
          app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
          await app.listen(3000);
        }
        bootstrap();
    """,
    "src/app.module.ts": """
        import { Module, forwardRef } from '@nestjs/common';
        import { RouterModule } from '@nestjs/core';
        import { CatsModule } from './cats.module';
        import { AdminModule, StatsModule } from './admin.module';
        import { HealthController } from './health.controller';

        const features = [forwardRef(() => CatsModule), AdminModule.register()];

        @Module({
          imports: [
            ...features,
            RouterModule.register([
              { path: 'admin', module: AdminModule, children: [{ path: 'stats', module: StatsModule }] },
            ]),
          ],
          controllers: [HealthController],
        })
        export class AppModule {}
    """,
    "src/admin.module.ts": """
        import { Module, Controller, Get, Delete, Version, VERSION_NEUTRAL } from '@nestjs/common';

        @Controller('reports')
        export class ReportsController {
          @Get() all() {}
          @Version(['1', '2']) @Get('daily') daily() {}
        }

        @Controller({ version: VERSION_NEUTRAL })
        export class StatsController {
          @Get('now') now() {}
          @Delete() clear() {}
        }

        @Module({ controllers: [StatsController] })
        export class StatsModule {}

        @Module({ imports: [StatsModule] })
        export class AdminModule {
          static register() {
            return { module: AdminModule, controllers: [ReportsController] };
          }
        }
    """,
    "src/cats.module.ts": """
        import { Module, Controller, Get, Post, All, Sse, Put, UseGuards } from '@nestjs/common';
        import { AuthGuard } from '@nestjs/passport';
        import { RolesGuard } from './roles';

        export abstract class Crud {
          @Get(':id') one() {}
          @Put(':id') change() {}
        }

        @UseGuards(AuthGuard('jwt'))
        @Controller({ path: ['cats', 'kittens'], version: '2' })
        export class CatsController extends Crud {
          @Get() list() {}
          @UseGuards(RolesGuard)
          @Post(['a', 'b'])
          make() {}
          @All('any') any() {}
          @Sse('events') events() {}
          change() {}
        }

        @Controller('unused')
        export class UnusedController {
          @Get() x() {}
        }

        @Module({ controllers: [CatsController] })
        export class CatsModule {}
    """,
    "src/health.controller.ts": """
        import { Controller, Get } from '@nestjs/common';

        @Controller()
        export class HealthController {
          @Get('health') health() {}
          @Get() root() {}
        }
    """,
}


def test_routes_are_those_the_server_has():
    found = facts_of(APPLICATION)
    assert [(method, path) for method, path, _ in routes(found)] == sorted(
        [
            ("DELETE", "/api/admin/stats"),
            ("GET", "/api/admin/stats/now"),
            ("GET", "/api/v1"),
            ("GET", "/api/v1/admin/reports"),
            ("GET", "/api/v1/admin/reports/daily"),
            ("GET", "/api/v2/admin/reports/daily"),
            ("GET", "/v1/health"),
            *[
                (method, f"/api/v2/{name}{rest}")
                for name in ("cats", "kittens")
                for method, rest in (
                    ("GET", ""), ("GET", "/:id"), ("POST", "/a"), ("POST", "/b"), ("ANY", "/any"), ("GET", "/events"),
                )
            ],
        ]
    )  # fmt: skip
    make = endpoint(found, "POST", "/api/v2/cats/a")
    assert make.handler == "CatsController.make" and make.symbol == "src/cats.module.ts#CatsController.make"
    assert (make.place.line, make.registered.line, make.registered.end_line) == (16, 15, 16)
    assert make.auth == "AuthGuard('jwt'), RolesGuard" and make.auth_at.line == 10 and make.prefix == "/api/v2/cats"
    assert [(place.path, place.line) for place in make.mounts] == [("src/main.ts", 7), ("src/cats.module.ts", 11)]
    assert endpoint(found, "GET", "/api/v2/cats/:id").place.line == 6
    assert endpoint(found, "GET", "/v1/health").auth == ""
    assert found.frameworks == ("NestJS",) and not found.unknowns
    assert [(entry.kind, entry.place.path, entry.place.line) for entry in found.entry_points] == [("main", "src/main.ts", 6)]


def test_a_prefix_from_the_configuration_and_one_nobody_knows():
    sources = {
        "main.ts": """
            import { NestFactory } from '@nestjs/core';
            import { AppModule } from './app';
            const app = await NestFactory.create(AppModule);
            const config = app.get(ConfigService);
            app.setGlobalPrefix(config.getOrThrow('http.prefix', { infer: true }));
        """,
        "app.ts": """
            import { Module, Controller, Get } from '@nestjs/common';
            @Controller('items')
            export class Items {
              @Get(':id') one() {}
            }
            @Module({ controllers: [Items] })
            export class AppModule {}
        """,
        "config.ts": """
            import { registerAs } from '@nestjs/config';
            export default registerAs('http', () => {
              return { prefix: process.env.PREFIX || 'v3' };
            });
        """,
    }
    assert routes(facts_of(sources)) == [("GET", "/v3/items/:id", "Items.one")]
    call = "config.getOrThrow('http.prefix', { infer: true })"
    main = sources["main.ts"].replace(f"app.setGlobalPrefix({call})", f"const prefix = {call};\napp.setGlobalPrefix(prefix)")
    assert routes(facts_of({**sources, "main.ts": main})) == [("GET", "/v3/items/:id", "Items.one")]
    del sources["config.ts"]
    found = facts_of(sources)
    assert routes(found) == [("GET", "…/items/:id", "Items.one")]
    assert not found.endpoints[0].prefix_known
    assert [unknown.kind for unknown in found.unknowns] == ["endpoint prefix"]


def test_two_applications_serve_what_their_modules_list():
    def app(name: str, prefix: str) -> dict[str, str]:
        return {
            f"apps/{name}/main.ts": f"""
                import {{ NestFactory }} from '@nestjs/core';
                import {{ AppModule }} from './app.module';
                async function run() {{
                  const app = await NestFactory.create(AppModule);
                  app.setGlobalPrefix('{prefix}');
                }}
            """,
            f"apps/{name}/app.module.ts": """
                import { Module } from '@nestjs/common';
                import { Shared } from '../../libs/shared';
                import { Own } from './own';
                @Module({ controllers: [Shared, Own] })
                export class AppModule {}
            """,
            f"apps/{name}/own.ts": f"""
                import {{ Controller, Get }} from '@nestjs/common';
                @Controller('{name}')
                export class Own {{
                  @Get() get() {{}}
                }}
            """,
        }

    shared = """
        import { Controller, Get } from '@nestjs/common';
        @Controller()
        export class Shared {
          @Get('ping') ping() {}
        }
    """
    found = facts_of({**app("shop", "s"), **app("back", "b"), "libs/shared.ts": shared})
    assert [path for _, path, _ in routes(found)] == ["/b/back", "/b/ping", "/s/ping", "/s/shop"]


def test_operations_messages_and_jobs():
    found = facts_of(
        {
            "cats.resolver.ts": """
                import { Resolver, Query, Mutation, ResolveField, Subscription } from '@nestjs/graphql';
                import { UseGuards } from '@nestjs/common';

                @Resolver(() => Cat)
                export class CatsResolver {
                  @Query(() => [Cat], { name: 'cats' }) all() {}
                  @Query('kitten') one() {}
                  @UseGuards(Auth)
                  @Mutation(() => Cat) addCat() {}
                  @Subscription(() => Cat) added() {}
                  @ResolveField() owner() {}
                }
            """,
            "app.module.ts": """
                import { Module } from '@nestjs/common';
                import { GraphQLModule } from '@nestjs/graphql';
                @Module({ imports: [GraphQLModule.forRoot({ autoSchemaFile: true })] })
                export class AppModule {}
            """,
            "messages.ts": """
                import { Controller } from '@nestjs/common';
                import { MessagePattern, EventPattern, GrpcMethod } from '@nestjs/microservices';
                import { SubscribeMessage } from '@nestjs/websockets';
                import { Cron, Interval, CronExpression } from '@nestjs/schedule';
                import { Processor, WorkerHost } from '@nestjs/bullmq';

                @Controller()
                export class Messages {
                  @MessagePattern({ cmd: 'sum' }) sum() {}
                  @EventPattern('created') created() {}
                  @GrpcMethod('Hero') findOne() {}
                  @SubscribeMessage('chat') chat() {}
                  @Cron('0 * * * *') hourly() {}
                  @Cron(CronExpression.EVERY_DAY) daily() {}
                  @Interval('beat', 5000) beat() {}
                }

                @Processor('audio')
                export class Audio extends WorkerHost {
                  async process(job) {}
                }
            """,
            "video.ts": """
                import { Processor, Process } from '@nestjs/bull';
                @Processor({ name: 'video' })
                export class Video {
                  @Process('cut') cut() {}
                  @Process() rest() {}
                }
            """,
        }
    )
    assert routes(found) == [
        ("ANY", "/graphql", "GraphQLModule"),
        ("EVENT", "created", "Messages.created"),
        ("GRPC", "Hero/FindOne", "Messages.findOne"),
        ("MESSAGE", "{cmd: 'sum'}", "Messages.sum"),
        ("MUTATION", "addCat", "CatsResolver.addCat"),
        ("QUERY", "cats", "CatsResolver.all"),
        ("QUERY", "kitten", "CatsResolver.one"),
        ("SUBSCRIPTION", "added", "CatsResolver.added"),
        ("WEBSOCKET", "chat", "Messages.chat"),
    ]
    assert endpoint(found, "MUTATION", "addCat").auth == "Auth"
    assert endpoint(found, "ANY", "/graphql").serves == "graphql"
    assert sorted((job.kind, job.name, job.schedule, job.place.line) for job in found.jobs) == [
        ("bull processor", "video", "", 5),
        ("bull processor", "video: cut", "", 4),
        ("bullmq processor", "audio", "", 20),
        ("cron", "Messages.daily", "CronExpression.EVERY_DAY", 14),
        ("cron", "Messages.hourly", "0 * * * *", 13),
        ("interval", "Messages.beat", "5000", 15),
    ]


def test_classes_that_requests_carry_and_answers_give_are_models() -> None:
    found = facts_of(
        {
            "users.controller.ts": """
                import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
                import { CreateUserDto, FindDto, UpdateUserDto, UserDto } from './dto';
                import { User } from './user.entity';
                @Controller('users')
                export class UsersController {
                    @Post()
                    create(@Body() body: CreateUserDto, @CurrentUser() me: Session): Promise<User> { return this.x(); }
                    @Post(':id')
                    update(@Param('id') id: string, @Body('user') body: UpdateUserDto) {}
                    @Get()
                    async find(@Query() query: FindDto): Promise<UserDto[]> { return []; }
                }
                class Session { id: string }
                class Unused { id: string }
            """,
            "dto.ts": """
                import { IsEmail, IsOptional, MinLength, ValidateNested } from 'class-validator';
                import { OmitType } from '@nestjs/mapped-types';
                export class AddressDto { @IsOptional() city?: string; }
                /** Who signs up. */
                export class CreateUserDto {
                    @IsEmail()
                    email: string;
                    @MinLength(6)
                    password: string;
                    @ValidateNested({ each: true })
                    addresses: AddressDto[];
                }
                export class UpdateUserDto extends OmitType(CreateUserDto, ['password'] as const) { name: string; }
                export class FindDto { page: number; }
                export class UserDto { id: string; }
            """,
            "user.entity.ts": """
                import { Column, Entity } from 'typeorm';
                @Entity()
                export class User { @Column() email: string; }
            """,
        }
    )
    made = {item.name: item for item in found.models if item.framework == "NestJS"}
    assert sorted(made) == ["AddressDto", "CreateUserDto", "FindDto", "UpdateUserDto", "UserDto"]
    create, update = made["CreateUserDto"], made["UpdateUserDto"]
    assert [(item.name, item.type, item.detail) for item in create.fields] == [
        ("email", "string", "IsEmail"),
        ("password", "string", "MinLength(6)"),
        ("addresses", "AddressDto[]", "ValidateNested({each: true})"),
    ]
    assert [(item.field, item.kind, item.target) for item in create.relations] == [("addresses", "to many", "AddressDto")]
    assert (create.kind, create.docstring, create.symbol) == ("schema", "Who signs up.", "dto.ts#CreateUserDto")
    assert [(item.name, item.inherited_from) for item in update.fields] == [
        ("email", "CreateUserDto"), ("addresses", "CreateUserDto"), ("name", ""),
    ]  # fmt: skip


def test_decorators_and_base_classes_that_functions_of_the_project_make():
    found = facts_of(
        {
            "src/crud.ts": """
                import { Get, Post } from '@nestjs/common';

                export function ControllerFactory<T>(dto: Type<T>): Type<Crud<T>> {
                  class CrudController {
                    @Get(':id')
                    findOne(id: string) {}

                    @Post()
                    create() {}
                  }
                  return CrudController;
                }
            """,
            "src/decorators.ts": """
                import { applyDecorators, Controller, Get } from '@nestjs/common';

                export function Api(name: string, secured = true) {
                  const applied = [Controller(name)];
                  return applyDecorators(...applied);
                }

                export const First = (name: string) => applyDecorators(Controller({ path: `v1/${name}` }));

                export function Read(path: string) {
                  return applyDecorators(Get(path));
                }
            """,
            "src/controllers.ts": """
                import { Api, First, Read } from './decorators';
                import { ControllerFactory } from './crud';

                @Api('categories', false)
                export class Categories extends ControllerFactory<Category>(CategoryDto) {}

                @First('things')
                export class Things {
                  @Read('x')
                  x() {}
                }
            """,
            "src/main.ts": """
                import { NestFactory } from '@nestjs/core';
                import { Module } from '@nestjs/common';
                import { Categories, Things } from './controllers';

                @Module({ controllers: [Categories, Things] })
                export class AppModule {}

                async function main() {
                  const app = await NestFactory.create(AppModule);
                  app.setGlobalPrefix('api');
                }
            """,
        }
    )
    assert routes(found) == [
        ("GET", "/api/categories/:id", "Categories.findOne"),
        ("GET", "/api/v1/things/x", "Things.x"),
        ("POST", "/api/categories", "Categories.create"),
    ]
